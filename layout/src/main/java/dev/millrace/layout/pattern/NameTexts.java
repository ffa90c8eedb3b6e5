package dev.millrace.layout.pattern;

import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * Printed names by dictionary id, in a table that grows up to a size in which a later name takes an earlier one's place.
 * It begins small: of values that events are sifted by, thousands may have one each.
 */
final class NameTexts {
    private static final int FIRST_BITS = 4;
    private static final int MOST_BITS = 10;
    private static final int GOLDEN_RATIO = 0x9E3779B9;

    private int bits = FIRST_BITS;
    private int[] ids = new int[1 << FIRST_BITS];
    private byte[][] texts = new byte[1 << FIRST_BITS][];
    private final Surround surround;
    private final UnaryOperator<String> abbreviation;
    private final Utf8Buffer scratch = new Utf8Buffer(128);

    /** Creates an empty table; {@code abbreviation} is null where names are printed whole. */
    NameTexts(Surround surround, UnaryOperator<String> abbreviation) {
        this.surround = surround;
        this.abbreviation = abbreviation;
    }

    Surround surround() {
        return surround;
    }

    boolean abbreviates() {
        return abbreviation != null;
    }

    /** The printed name of an id, or null when it is not in the table; always null for id 0. */
    byte[] find(int id) {
        int place = place(id);
        return ids[place] == id ? texts[place] : null;
    }

    /** An empty buffer for the name that {@link #enter} takes. */
    Utf8Buffer scratch() {
        scratch.length(0);
        return scratch;
    }

    /** Makes the printed name of what is in the scratch buffer, and keeps it unless the id is 0. */
    byte[] enter(int id) {
        byte[] text;
        if (abbreviation == null) {
            text = surround.around(scratch.bytes(), 0, scratch.length());
        } else {
            text = surround.around(
                    abbreviation.apply(new String(scratch.bytes(), 0, scratch.length(), StandardCharsets.UTF_8)));
        }
        if (id != 0) {
            int place = place(id);
            while (ids[place] != 0 && ids[place] != id && bits < MOST_BITS) {
                grow();
                place = place(id);
            }
            ids[place] = id;
            texts[place] = text;
        }
        return text;
    }

    /** Places that differ still do in the larger table, whose places begin with the same bits. */
    private void grow() {
        int[] oldIds = ids;
        byte[][] oldTexts = texts;
        int[] newIds = new int[oldIds.length * 4];
        // Nothing is changed before there is memory for both.
        texts = new byte[newIds.length][];
        ids = newIds;
        bits += 2;
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] != 0) {
                int place = place(oldIds[i]);
                ids[place] = oldIds[i];
                texts[place] = oldTexts[i];
            }
        }
    }

    private int place(int id) {
        return (id * GOLDEN_RATIO) >>> (Integer.SIZE - bits);
    }
}
