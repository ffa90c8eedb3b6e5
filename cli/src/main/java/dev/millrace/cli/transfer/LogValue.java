package dev.millrace.cli.transfer;

import java.util.ArrayList;
import java.util.List;

/** One variable in the lines of a log format: where its value ends, and which fields it sets. */
final class LogValue {
    private static final int BAD = -1;
    private static final long BACKSLASH = Scan.pattern('\\');

    private final String variable;
    private final byte[] literal;
    private final long literalStart;
    private final boolean last;
    private final ValueEscapes escapes;
    private final LookAlikes lookAlikes;

    private final int[] fields;
    private final FieldType[] types;
    private final int method;
    private final int target;
    private final int protocol;
    /** For messages: the first field that the value sets. */
    private final int named;

    private LogValue(
            LogFormat.Part part,
            boolean last,
            ValueEscapes escapes,
            List<Integer> fields,
            FieldType[] types,
            int[] request) {
        this.variable = part.variable();
        this.literal = part.literal();
        this.literalStart = literal.length == 0 ? 0 : Scan.pattern(literal[0]);
        this.last = last;
        this.escapes = escapes;
        this.lookAlikes = LookAlikes.of(part);
        this.fields = fields.stream().mapToInt(Integer::intValue).toArray();
        this.types = types;
        this.method = request[0];
        this.target = request[1];
        this.protocol = request[2];
        this.named = !fields.isEmpty() ? fields.get(0) : target >= 0 ? target : Math.max(method, protocol);
    }

    /** The value of a part; marks the choices that it serves, unless an earlier part did. */
    static LogValue of(
            LogFormat.Part part,
            boolean last,
            ValueEscapes escapes,
            Schema schema,
            List<FieldChoice> choices,
            boolean[] used) {
        List<Integer> fields = new ArrayList<>();
        int[] request = {Row.NO_FIELD, Row.NO_FIELD, Row.NO_FIELD};
        List<String> requestParts = List.of(LogVariables.METHOD, LogVariables.TARGET, LogVariables.PROTOCOL);
        boolean isRequest = part.variable().equals(LogVariables.REQUEST);
        for (int index = 0; index < used.length; index++) {
            String source = choices.get(index).source();
            int requestPart = isRequest ? requestParts.indexOf(source) : -1;
            if (used[index]) {
                continue;
            }
            if (source.equals(part.variable())) {
                fields.add(index);
                used[index] = true;
            } else if (requestPart >= 0 && request[requestPart] == Row.NO_FIELD) {
                if (!schema.fields().get(index).type().isText()) {
                    throw new IllegalArgumentException("a part of a request is a text: field="
                            + choices.get(index).name());
                }
                request[requestPart] = index;
                used[index] = true;
            }
        }
        FieldType[] types =
                fields.stream().map(field -> schema.fields().get(field).type()).toArray(FieldType[]::new);
        FieldType own = LogVariables.typeOf(part.variable());
        if (fields.isEmpty() && own != FieldType.TEXT) {
            // Nobody wants it, but a line where it is no number or time is another format's.
            fields.add(schema.size());
            types = new FieldType[] {own};
        }
        return new LogValue(part, last, escapes, fields, types, request);
    }

    String variable() {
        return variable;
    }

    byte[] literal() {
        return literal;
    }

    ValueEscapes escapes() {
        return escapes;
    }

    boolean isList() {
        return LogVariables.isList(variable);
    }

    int fieldCount() {
        return fields.length;
    }

    /** The first field that it sets; only where there is one. */
    int field() {
        return fields[0];
    }

    /** Type of the first field; only where there is one. */
    FieldType type() {
        return types[0];
    }

    /** The field of a request's method; {@link Row#NO_FIELD} without one. */
    int method() {
        return method;
    }

    /** The field of a request's target; {@link Row#NO_FIELD} without one. */
    int target() {
        return target;
    }

    /** The field of a request's protocol; {@link Row#NO_FIELD} without one. */
    int protocol() {
        return protocol;
    }

    /** Sets the fields; returns where what follows the literal begins, or a negative number when the line is bad. */
    int parse(byte[] line, int from, int to, Row row) {
        if (literal.length == 0) {
            boolean escaped = escapes != ValueEscapes.NONE && Scan.indexOf(line, from, to, BACKSLASH) < to;
            return set(line, from, to, escaped, row) ? to : BAD;
        }
        if (escapes == ValueEscapes.NONE) {
            int end = endOfUnescaped(line, from, to);
            return end < 0 ? bad(LineFault.END_MISSING, to, row) : behind(line, from, end, false, row);
        }
        boolean escaped = false;
        int at = lookAlikes.behind(line, from, to);
        while (true) {
            at = Scan.indexOf(line, at, to, literalStart, BACKSLASH);
            if (at == to) {
                return bad(LineFault.END_MISSING, to, row);
            }
            if (line[at] == '\\' && literal[0] != '\\') {
                escaped = true;
                at += 2;
                if (at > to) {
                    return bad(LineFault.ESCAPE, to - 1, row);
                }
                continue;
            }
            if (LogLines.startsWith(line, at, to, literal) && !lookAlikes.continues(line, from, at, to)) {
                return behind(line, from, at, escaped, row);
            }
            if (literal[0] == '"') {
                return bad(LineFault.QUOTE, at, row);
            }
            at++;
        }
    }

    private int behind(byte[] line, int from, int end, boolean escaped, Row row) {
        return set(line, from, end, escaped, row) ? end + literal.length : BAD;
    }

    private int bad(LineFault fault, int at, Row row) {
        fail(fault, at, row);
        return BAD;
    }

    private boolean fail(LineFault fault, int at, Row row) {
        row.fail(fault, named, at);
        return row.faultOf(variable);
    }

    /** Where the literal is; the last one's at the end of the line, because quotes in the value are not escaped. */
    private int endOfUnescaped(byte[] line, int from, int to) {
        if (last) {
            int end = to - literal.length;
            return end >= from && LogLines.startsWith(line, end, to, literal) ? end : -1;
        }
        int at = lookAlikes.behind(line, from, to);
        for (at = Scan.indexOf(line, at, to, literalStart);
                at < to;
                at = Scan.indexOf(line, at + 1, to, literalStart)) {
            if (LogLines.startsWith(line, at, to, literal) && !lookAlikes.continues(line, from, at, to)) {
                return at;
            }
        }
        return -1;
    }

    private boolean set(byte[] line, int from, int to, boolean escaped, Row row) {
        if (to - from == 1 && line[from] == '-' && escapes != ValueEscapes.JSON) {
            return true;
        }
        byte[] bytes = line;
        int start = from;
        int end = to;
        if (escaped) {
            bytes = row.scratch();
            start = row.scratchLength();
            end = escapes.unescape(line, from, to, bytes, start);
            if (end < 0) {
                return fail(LineFault.ESCAPE, ~end, row);
            }
            row.scratchLength(end);
        }
        Request.split(bytes, start, end, row, method, target, protocol);
        for (int index = 0; index < fields.length; index++) {
            if (!Values.set(types[index], bytes, start, end, row, fields[index])) {
                row.faultOf(variable);
                return row.faultIn(from);
            }
        }
        return true;
    }
}
