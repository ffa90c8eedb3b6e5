package dev.millrace.layout.pattern;

import java.util.function.BiConsumer;

/** Tells what could not be understood, with its place in the pattern. */
record Problems(String pattern, BiConsumer<String, String> listener) {
    /** Tells what became of one use of a word. */
    void report(String key, PatternNode.Word use, String whatAndWhatInstead) {
        report(key, use.column(), "%" + use.name() + ": " + whatAndWhatInstead);
    }

    void report(String key, int column, String whatAndWhatInstead) {
        listener.accept(key, whatAndWhatInstead + " (column " + column + " of pattern \"" + pattern + "\")");
    }
}
