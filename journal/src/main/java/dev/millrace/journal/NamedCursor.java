package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The name of a tailer: where it goes on after its end, and the sign of life that its lease asks for. */
final class NamedCursor implements AutoCloseable {
    private static final long SEEN_EVERY_NS = TimeUnit.SECONDS.toNanos(1);

    private final CursorFile file;

    /** Whether what is not committed is kept for it. */
    private final boolean holding;

    private long seenNs = System.nanoTime();

    private NamedCursor(CursorFile file, boolean holding) {
        this.file = file;
        this.holding = holding;
    }

    /** Locks the cursor of that name, and moves the reader to where it was left or, when it is new, where it begins. */
    static NamedCursor open(Path directory, String name, CursorTerms terms, JournalReader reader)
            throws JournalException {
        Path cursors = JournalQueue.cursors(directory);
        CursorFile cursor = null;
        try {
            Path file = CursorFile.file(cursors, name);
            cursor = CursorFile.lock(cursors, name);
            if (Files.exists(file)) {
                reader.seek(cursor.resume(file, reader.journalId(), terms.required(), terms.lease()));
            } else {
                if (terms.fromEnd()) {
                    reader.toEnd();
                }
                cursor.begin(
                        file,
                        reader.journalId(),
                        terms.required(),
                        terms.lease(),
                        reader.readPosition(),
                        new QueueDisk());
            }
            NamedCursor opened = new NamedCursor(cursor, terms.required());
            cursor = null;
            return opened;
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED, "the cursor cannot be opened: name=" + name + ": " + e, e);
        } finally {
            if (cursor != null) {
                cursor.close();
            }
        }
    }

    boolean isHolding() {
        return holding;
    }

    void commit(long position) {
        file.commit(position);
        alive();
    }

    /** A sign of life, once in a while. */
    void alive() {
        long now = System.nanoTime();
        if (now - seenNs >= SEEN_EVERY_NS) {
            seenNs = now;
            file.seen();
        }
    }

    @Override
    public void close() {
        file.seen();
        file.close();
    }
}
