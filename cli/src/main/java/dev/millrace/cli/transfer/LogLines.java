package dev.millrace.cli.transfer;

import java.util.ArrayList;
import java.util.List;

/** Takes the lines of a {@link LogFormat} apart. */
final class LogLines implements LineParser {
    private final Schema schema;
    private final byte[] prefix;
    private final LogValue[] values;
    /** Whether the whole line is one value, which may be an empty text. */
    private final boolean mayBeEmpty;

    /** Null when the format has no plain lines. */
    private final PlainLines plain;

    private LogLines(Schema schema, byte[] prefix, LogValue[] values) {
        this.schema = schema;
        this.prefix = prefix;
        this.values = values;
        this.mayBeEmpty = prefix.length == 0 && values.length == 1 && values[0].literal().length == 0;
        this.plain = PlainLines.of(prefix, List.of(values));
    }

    /**
     * A parser that keeps the chosen fields; without a choice one for each variable.
     *
     * @throws IllegalArgumentException when a field's source is no variable of the format
     */
    static LogLines of(LogFormat format, List<FieldChoice> chosen) {
        List<FieldChoice> choices = chosen.isEmpty() ? all(format) : chosen;
        List<Field> fields = new ArrayList<>();
        for (FieldChoice choice : choices) {
            FieldType type = choice.type() != null ? choice.type() : LogVariables.typeOf(choice.source());
            fields.add(new Field(choice.name(), type));
        }
        Schema schema = new Schema(fields);
        LogValue[] values = new LogValue[format.parts().size()];
        boolean[] used = new boolean[choices.size()];
        for (int index = 0; index < values.length; index++) {
            values[index] = LogValue.of(
                    format.parts().get(index), index == values.length - 1, format.escapes(), schema, choices, used);
        }
        for (int index = 0; index < used.length; index++) {
            if (!used[index]) {
                throw new IllegalArgumentException("no variable of the format: '"
                        + choices.get(index).source() + "' (there are: " + names(all(format)) + ")");
            }
        }
        return new LogLines(schema, format.prefix(), values);
    }

    private static List<FieldChoice> all(LogFormat format) {
        List<FieldChoice> all = new ArrayList<>();
        for (LogFormat.Part part : format.parts()) {
            List<String> names = part.variable().equals(LogVariables.REQUEST)
                    ? List.of(LogVariables.METHOD, LogVariables.TARGET, LogVariables.PROTOCOL)
                    : List.of(part.variable());
            for (String name : names) {
                FieldChoice choice = new FieldChoice(name, null, name);
                // A variable that stands twice has the same value twice.
                if (!all.contains(choice)) {
                    all.add(choice);
                }
            }
        }
        return all;
    }

    private static String names(List<FieldChoice> choices) {
        return String.join(", ", choices.stream().map(FieldChoice::name).toList());
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public boolean parse(byte[] line, int from, int to, Row row) {
        if (from == to && !mayBeEmpty) {
            return row.fail(LineFault.EMPTY, from);
        }
        if (!startsWith(line, from, to, prefix)) {
            return row.fail(LineFault.LITERAL, from);
        }
        int at = from + prefix.length;
        for (LogValue value : values) {
            int next = value.parse(line, at, to, row);
            if (next < 0) {
                return false;
            }
            at = next;
        }
        return at == to || row.fail(LineFault.TRAILING, at);
    }

    @Override
    public int parseAhead(byte[] bytes, int from, int to, Row row) {
        return plain == null ? NOT_AHEAD : plain.parse(bytes, from, to, row);
    }

    static boolean startsWith(byte[] bytes, int from, int to, byte[] literal) {
        if (to - from < literal.length) {
            return false;
        }
        for (int index = 0; index < literal.length; index++) {
            if (bytes[from + index] != literal[index]) {
                return false;
            }
        }
        return true;
    }
}
