package dev.millrace.layout.pattern;

import java.util.function.BiConsumer;

/** Tells what could not be understood, with its place in the pattern. */
record Problems(String pattern, BiConsumer<String, String> listener) {
    void report(String key, int column, String whatAndWhatInstead) {
        listener.accept(key, whatAndWhatInstead + " (column " + column + " of pattern \"" + pattern + "\")");
    }
}
