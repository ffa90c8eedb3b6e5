package dev.millrace.cli.transfer;

import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Parses single lines, for tests: into values as {@link TextRows} prints them, or into the fault. */
final class Parsed {
    private Parsed() {}

    /** The values that are there, by name. */
    static Map<String, String> values(LineParser parser, String line) {
        return values(parser, line.getBytes(StandardCharsets.UTF_8));
    }

    static Map<String, String> values(LineParser parser, byte[] line) {
        Row row = new Row(parser.schema().size());
        row.begin(line.length);
        if (!parser.parse(line, 0, line.length, row)) {
            throw new AssertionError("a bad line: " + row.faultText(parser.schema()) + " at " + row.faultAt());
        }
        return values(parser.schema(), row);
    }

    static Map<String, String> values(Schema schema, Row row) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int field = 0; field < schema.size(); field++) {
            if (!row.isMissing(field)) {
                values.put(schema.fields().get(field).name(), value(schema.types()[field], row, field));
            }
        }
        return values;
    }

    private static String value(FieldType type, Row row, int field) {
        if (type.isText()) {
            // One char for each byte, so that any bytes can be compared.
            return new String(row.bytes(field), row.offset(field), row.length(field), StandardCharsets.ISO_8859_1);
        }
        Utf8Buffer out = new Utf8Buffer(64);
        RowValues.put(type, row, field, out);
        return new String(out.bytes(), 0, out.length(), StandardCharsets.US_ASCII);
    }

    /** What is wrong with the line, with its column; null when nothing is. */
    static String fault(LineParser parser, String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        Row row = new Row(parser.schema().size());
        row.begin(bytes.length);
        return parser.parse(bytes, 0, bytes.length, row)
                ? null
                : (row.faultAt() + 1) + ": " + row.faultText(parser.schema());
    }
}
