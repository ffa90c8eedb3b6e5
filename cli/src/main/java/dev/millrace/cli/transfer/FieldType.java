package dev.millrace.cli.transfer;

import java.util.Locale;

/** What a field of a queue's records holds; each is written as a {@code Codec.ofRecord} writes the Java type named. */
enum FieldType {
    /** {@code String}, or {@code byte[]}: bytes that are UTF-8 as a rule. Null when missing. */
    TEXT,
    /** {@code long}; {@link Row#MISSING_INTEGER} when missing. */
    INTEGER,
    /** {@code double}; NaN when missing. */
    NUMBER,
    /** {@code java.time.Instant}, null when missing. */
    TIME,
    /** {@code String}: a JSON value as it was written. Null when missing. */
    JSON;

    /** The word in a schema file and on the command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type of that word; null when there is none. */
    static FieldType ofWord(String word) {
        for (FieldType type : values()) {
            if (type.word().equals(word)) {
                return type;
            }
        }
        return null;
    }

    boolean isText() {
        return this == TEXT || this == JSON;
    }
}
