package dev.millrace.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Dictionaries for the states of a jcstress fork: a fresh one now and then, since entries are never removed. */
final class StressDictionary {
    private static final int TEXTS_A_DICTIONARY = 256;

    private static Dictionary dictionary = Dictionary.inMemory();
    private static int texts;

    final Dictionary entries;
    final String text;

    private StressDictionary(Dictionary entries, String text) {
        this.entries = entries;
        this.text = text;
    }

    /** A text that nobody has entered yet, and where to enter it. */
    static synchronized StressDictionary fresh() {
        if (++texts % TEXTS_A_DICTIONARY == 0) {
            dictionary = Dictionary.inMemory();
        }
        return new StressDictionary(dictionary, "a template with {} and number " + texts);
    }

    /** An equal text that is another object. */
    String copy() {
        return new String(text.toCharArray());
    }

    boolean resolves(int id) {
        return Arrays.equals(entries.text(id), text.getBytes(StandardCharsets.UTF_8));
    }
}
