package dev.millrace.cli.transfer;

import dev.millrace.cli.text.JsonBytes;
import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;

/** One JSON object a line; what is missing is left out. */
final class JsonRows implements RowFormat {
    private final FieldType[] types;
    private final byte[][] keys;

    JsonRows(Schema schema) {
        types = schema.types();
        // Names are of chars that JSON needs no escapes for.
        keys = schema.fields().stream()
                .map(field -> ("\"" + field.name() + "\":").getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    @Override
    public void begin(Utf8Buffer out) {}

    @Override
    public void row(Row row, Utf8Buffer out) {
        char before = '{';
        for (int field = 0; field < keys.length; field++) {
            if (row.isMissing(field)) {
                continue;
            }
            out.put(before);
            out.put(keys[field]);
            value(row, field, out);
            before = ',';
        }
        if (before == '{') {
            out.put('{');
        }
        out.put('}');
        out.put('\n');
    }

    private void value(Row row, int field, Utf8Buffer out) {
        if (!types[field].isText()) {
            boolean quoted = types[field] == FieldType.TIME;
            if (quoted) {
                out.put('"');
            }
            RowValues.put(types[field], row, field, out);
            if (quoted) {
                out.put('"');
            }
            return;
        }
        byte[] bytes = row.bytes(field);
        int from = row.offset(field);
        int to = from + row.length(field);
        // Whoever else appends to the queue may have called anything JSON.
        if (types[field] == FieldType.JSON && JsonScanner.isValue(bytes, from, to)) {
            JsonBytes.raw(bytes, from, to, out);
        } else {
            JsonBytes.string(bytes, from, to, out);
        }
    }
}
