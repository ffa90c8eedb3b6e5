package dev.millrace.bench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a log call of the latency scenario carries.
 *
 * @since 0.1.0
 */
public enum CallKind {
    /** Three arguments. */
    PLAIN("three arguments"),
    /** The same with three values in the MDC, which stay. */
    MDC("three values in the MDC"),
    /** The same, 20 frames deep, with class, method and line of the caller. */
    CALLER("caller data at depth 20"),
    /** The same with an exception that was made 20 frames deep. */
    EXCEPTION("an exception of 20 frames");

    private static final int DEPTH = 20;

    private final String title;

    CallKind(String title) {
        this.title = title;
    }

    /** Its word on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its name for readers. */
    public String title() {
        return title;
    }

    /** The kind of that word, or null. */
    public static CallKind named(String word) {
        for (CallKind kind : values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        return null;
    }

    /** All words. */
    public static List<String> words() {
        List<String> words = new ArrayList<>();
        for (CallKind kind : values()) {
            words.add(kind.word());
        }
        return words;
    }

    /** How deep below the driver's loop the calls are made. */
    int depth() {
        return this == CALLER ? DEPTH : 0;
    }

    /** An exception for every call of a thread, or null. */
    Throwable thrown() {
        return this == EXCEPTION ? thrown(DEPTH) : null;
    }

    private static Throwable thrown(int depth) {
        return depth == 0 ? new IllegalStateException("payment refused") : thrown(depth - 1);
    }
}
