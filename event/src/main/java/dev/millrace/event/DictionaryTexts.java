package dev.millrace.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/**
 * The texts of a dictionary that another process may be writing, with their ids: a look at all of them, and whether there
 * may be others since. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class DictionaryTexts {
    private static final int UNKNOWN = -1;

    private final DictionaryStore store;
    private int seenEnd = UNKNOWN;

    /** The texts of a dictionary that was opened with {@link Dictionary#openReadOnly}. */
    public DictionaryTexts(Dictionary dictionary) {
        this.store = dictionary.store;
    }

    /**
     * Looks at all texts that are there by now.
     *
     * @return false when some entries are not finished, not begun, or damaged: then there may be others
     */
    public boolean lookAt(BiConsumer<Integer, String> visitor) {
        ByteBuffer ignored = store.currentRegion();
        seenEnd = store.readAll((id, kind, payload) -> {
            if (kind == DictionaryFormat.KIND_TEXT) {
                visitor.accept(id, new String(payload, StandardCharsets.UTF_8));
            }
        });
        return seenEnd != UNKNOWN;
    }

    /** Whether there may be texts that the last look has not seen. */
    public boolean mayHaveOthers() {
        if (seenEnd == UNKNOWN) {
            return true;
        }
        ByteBuffer region = store.region();
        if (seenEnd > region.capacity() - Long.BYTES) {
            region = store.currentRegion();
        }
        return seenEnd <= region.capacity() - Long.BYTES
                && (long) DictionaryFormat.LONG_AT.getAcquire(region, seenEnd) != 0;
    }
}
