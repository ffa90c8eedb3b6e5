package dev.millrace.layout.pattern;

import java.util.function.BiConsumer;

/** Tells what could not be understood, with its place in the pattern. */
final class Problems {
    private final String pattern;
    private final BiConsumer<String, String> listener;
    private boolean told;

    /** {@code told}: what there is to say so far was said when the same pattern was compiled before. */
    Problems(String pattern, BiConsumer<String, String> listener, boolean told) {
        this.pattern = pattern;
        this.listener = listener;
        this.told = told;
    }

    /** From now on everything is told. */
    void compiled() {
        told = false;
    }

    /** Tells what became of one use of a word. */
    void report(String key, PatternNode use, String whatAndWhatInstead) {
        report(key, use.column(), "%" + use.name() + ": " + whatAndWhatInstead);
    }

    void report(String key, int column, String whatAndWhatInstead) {
        report(key, whatAndWhatInstead + " (column " + column + " of pattern \"" + pattern + "\")");
    }

    void report(String key, String sentence) {
        if (!told) {
            listener.accept(key, sentence);
        }
    }
}
