package dev.millrace.cli.transfer;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The keys of one level of JSON objects that lead to fields. A source {@code http.status} is found as
 * {@code {"http":{"status":…}}} and as {@code {"http.status":…}}.
 */
final class JsonKeys {
    private static final int MAX_LEVELS = 8;

    private Entry[] table = new Entry[8];
    private int size;

    /** A key: the fields that its value sets, and the keys in its value. */
    static final class Entry {
        private final byte[] key;
        private int[] fields = {};
        private JsonKeys children;

        private Entry(byte[] key) {
            this.key = key;
        }

        int[] fields() {
            return fields;
        }

        /** Null when nothing inside the value is wanted. */
        JsonKeys children() {
            return children;
        }
    }

    /** Lets a field be set by what the source names. */
    void add(String source, int field) {
        if (source.chars().filter(c -> c == '.').count() >= MAX_LEVELS) {
            throw new IllegalArgumentException(
                    "a key of more than " + MAX_LEVELS + " levels: '" + source + "' (map one above it, as json)");
        }
        Entry whole = entry(source);
        whole.fields = Arrays.copyOf(whole.fields, whole.fields.length + 1);
        whole.fields[whole.fields.length - 1] = field;
        for (int dot = source.indexOf('.'); dot >= 0; dot = source.indexOf('.', dot + 1)) {
            if (dot > 0 && dot < source.length() - 1) {
                Entry parent = entry(source.substring(0, dot));
                if (parent.children == null) {
                    parent.children = new JsonKeys();
                }
                parent.children.add(source.substring(dot + 1), field);
            }
        }
    }

    private Entry entry(String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        Entry found = find(bytes, 0, bytes.length);
        if (found != null) {
            return found;
        }
        if (2 * ++size > table.length) {
            Entry[] old = table;
            table = new Entry[2 * old.length];
            for (Entry entry : old) {
                if (entry != null) {
                    put(entry);
                }
            }
        }
        Entry entry = new Entry(bytes);
        put(entry);
        return entry;
    }

    private void put(Entry entry) {
        int place = place(entry.key, 0, entry.key.length);
        while (table[place] != null) {
            place = (place + 1) & (table.length - 1);
        }
        table[place] = entry;
    }

    /** The entry of a key; null when it is not wanted. */
    Entry find(byte[] bytes, int from, int to) {
        int place = place(bytes, from, to);
        for (Entry entry = table[place]; entry != null; entry = table[place]) {
            if (Arrays.equals(entry.key, 0, entry.key.length, bytes, from, to)) {
                return entry;
            }
            place = (place + 1) & (table.length - 1);
        }
        return null;
    }

    /** Keys differ in length, first and last byte as a rule; that is cheaper than to hash them whole. */
    private int place(byte[] bytes, int from, int to) {
        int length = to - from;
        int hash = length == 0 ? 0 : length * 31 + bytes[from] * 7 + bytes[to - 1] * 13 + bytes[from + length / 2];
        return (hash ^ (hash >>> 5)) & (table.length - 1);
    }
}
