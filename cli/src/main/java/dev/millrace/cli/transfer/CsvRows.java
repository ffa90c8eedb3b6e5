package dev.millrace.cli.transfer;

import dev.millrace.event.Utf8Buffer;

/**
 * CSV as RFC 4180 has it, with a line of names first. Nothing stands between the commas for what is missing, and two
 * quotes for an empty text. Bytes are printed as they are.
 */
final class CsvRows implements RowFormat {
    private final Schema schema;
    private final FieldType[] types;

    CsvRows(Schema schema) {
        this.schema = schema;
        this.types = schema.types();
    }

    @Override
    public void begin(Utf8Buffer out) {
        for (int field = 0; field < types.length; field++) {
            out.putAscii(field == 0 ? "" : ",");
            out.putAscii(schema.fields().get(field).name());
        }
        out.putAscii("\r\n");
    }

    @Override
    public void row(Row row, Utf8Buffer out) {
        for (int field = 0; field < types.length; field++) {
            if (field > 0) {
                out.put(',');
            }
            if (row.isMissing(field)) {
                continue;
            }
            if (types[field].isText()) {
                int from = row.offset(field);
                text(row.bytes(field), from, from + row.length(field), out);
            } else {
                RowValues.put(types[field], row, field, out);
            }
        }
        out.putAscii("\r\n");
    }

    private static void text(byte[] bytes, int from, int to, Utf8Buffer out) {
        if (!needsQuotes(bytes, from, to)) {
            out.put(bytes, from, to - from);
            return;
        }
        out.put('"');
        for (int at = from; at < to; at++) {
            if (bytes[at] == '"') {
                out.put('"');
            }
            out.put(bytes[at]);
        }
        out.put('"');
    }

    private static boolean needsQuotes(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] == '"' || bytes[at] == ',' || bytes[at] == '\n' || bytes[at] == '\r') {
                return true;
            }
        }
        return from == to;
    }
}
