package dev.millrace.cli.transfer;

import dev.millrace.cli.text.Hex;
import dev.millrace.cli.text.Utf8Sequence;
import dev.millrace.event.Utf8Buffer;

/**
 * The values between tabs, {@code -} for what is missing. Control characters, backslashes and bytes that are no UTF-8 are
 * escaped as nginx does ({@code \x09}), so that an import with a {@code log_format} of tabs reads the same again.
 */
final class TextRows implements RowFormat {
    private final FieldType[] types;

    TextRows(Schema schema) {
        types = schema.types();
    }

    @Override
    public void begin(Utf8Buffer out) {}

    @Override
    public void row(Row row, Utf8Buffer out) {
        for (int field = 0; field < types.length; field++) {
            if (field > 0) {
                out.put('\t');
            }
            if (row.isMissing(field)) {
                out.put('-');
            } else if (types[field].isText()) {
                int from = row.offset(field);
                text(row.bytes(field), from, from + row.length(field), out);
            } else {
                RowValues.put(types[field], row, field, out);
            }
        }
        out.put('\n');
    }

    private static void text(byte[] bytes, int from, int to, Utf8Buffer out) {
        if (to - from == 1 && bytes[from] == '-') {
            escaped(bytes[from], out);
            return;
        }
        int at = from;
        if (LogLines.startsWith(bytes, from, to, LineSource.MARK)) {
            // At the start of a file it would be passed over.
            for (int end = from + LineSource.MARK.length; at < end; at++) {
                escaped(bytes[at], out);
            }
        }
        while (at < to) {
            int length = Utf8Sequence.length(bytes, at, to);
            boolean control = bytes[at] >= 0
                    ? bytes[at] < ' ' || bytes[at] == 0x7f || bytes[at] == '\\'
                    : Utf8Sequence.isControl(bytes, at, length);
            if (length == 0 || control) {
                int end = at + Math.max(1, length);
                while (at < end) {
                    escaped(bytes[at++], out);
                }
            } else {
                out.put(bytes, at, length);
                at += length;
            }
        }
    }

    private static void escaped(byte value, Utf8Buffer out) {
        out.putAscii("\\x");
        out.put(Hex.digit(value >> 4));
        out.put(Hex.digit(value));
    }
}
