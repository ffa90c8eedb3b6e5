package dev.millrace.cli.transfer;

import java.util.ArrayList;
import java.util.List;

/** Takes lines of JSON objects apart: a field for each key that was chosen. Of a key that comes twice the last counts. */
final class JsonLines implements LineParser {
    private final Schema schema;
    private final FieldType[] types;
    private final JsonKeys root = new JsonKeys();
    private final JsonScanner scanner = new JsonScanner();

    private byte[] line;
    private Row row;

    /** A parser for these fields, at least one; a text where no type was chosen. */
    JsonLines(List<FieldChoice> choices) {
        List<Field> fields = new ArrayList<>();
        for (FieldChoice choice : choices) {
            root.add(choice.source(), fields.size());
            fields.add(new Field(choice.name(), choice.type() == null ? FieldType.TEXT : choice.type()));
        }
        schema = new Schema(fields);
        types = schema.types();
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public boolean parse(byte[] bytes, int from, int to, Row values) {
        line = bytes;
        row = values;
        scanner.begin(bytes, to);
        int at = scanner.blank(from);
        if (at == to) {
            return row.fail(LineFault.EMPTY, at);
        }
        if (bytes[at] != '{') {
            return row.fail(LineFault.JSON_OBJECT, at);
        }
        // A fault that knows its field is told to the row at once.
        row.fail(null, at);
        at = object(at, root);
        if (at == JsonScanner.BAD) {
            return row.fault() == null && row.fail(scanner.fault(), scanner.faultAt());
        }
        at = scanner.blank(at);
        return at == to || row.fail(LineFault.TRAILING, at);
    }

    private int object(int start, JsonKeys keys) {
        int at = scanner.blank(start + 1);
        if (scanner.peek(at) == '}') {
            return at + 1;
        }
        while (true) {
            int keyFrom = at + 1;
            at = scanner.string(at);
            if (at == JsonScanner.BAD) {
                return at;
            }
            JsonKeys.Entry entry = find(keys, keyFrom, at - 1);
            at = scanner.behindColon(at);
            at = at == JsonScanner.BAD ? at : entry == null ? scanner.value(at, 0) : value(at, entry);
            if (at == JsonScanner.BAD) {
                return at;
            }
            at = scanner.blank(at);
            int next = scanner.peek(at);
            if (next == '}') {
                return at + 1;
            }
            if (next != ',') {
                return scanner.bad(LineFault.JSON, at);
            }
            at = scanner.blank(at + 1);
        }
    }

    private JsonKeys.Entry find(JsonKeys keys, int from, int to) {
        if (!scanner.isEscaped()) {
            return keys.find(line, from, to);
        }
        int start = row.scratchLength();
        return keys.find(row.scratch(), start, JsonStrings.unescape(line, from, to, row.scratch(), start));
    }

    private int value(int at, JsonKeys.Entry entry) {
        boolean object = scanner.peek(at) == '{';
        boolean string = scanner.peek(at) == '"';
        int end = object && entry.children() != null ? object(at, entry.children()) : scanner.value(at, 0);
        if (end == JsonScanner.BAD) {
            return end;
        }
        byte[] text = line;
        int from = string ? at + 1 : at;
        int to = string ? end - 1 : end;
        if (string && scanner.isEscaped()) {
            text = row.scratch();
            from = row.scratchLength();
            to = JsonStrings.unescape(line, at + 1, end - 1, text, from);
            row.scratchLength(to);
        }
        boolean missing = line[at] == 'n';
        for (int field : entry.fields()) {
            row.missing(field);
            if (missing) {
                continue;
            }
            if (types[field] == FieldType.JSON) {
                row.text(field, line, at, end);
            } else if (!Values.set(types[field], text, from, to, row, field)) {
                row.faultIn(at);
                return JsonScanner.BAD;
            }
        }
        return end;
    }
}
