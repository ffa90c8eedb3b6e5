package dev.millrace.cli.transfer;

/** Sets a field from the text of its value. */
final class Values {
    private Values() {}

    /** Sets the field; nothing where a number or time is empty or {@code -}. False when the text is no such value. */
    static boolean set(FieldType type, byte[] bytes, int from, int to, Row row, int field) {
        if (type == FieldType.TEXT) {
            row.text(field, bytes, from, to);
            return true;
        }
        if (to == from || (to - from == 1 && bytes[from] == '-')) {
            return true;
        }
        return switch (type) {
            case INTEGER -> Numbers.integer(bytes, from, to, row, field);
            case NUMBER -> Numbers.number(bytes, from, to, row, field);
            case TIME -> Times.parse(bytes, from, to, row, field);
            case TEXT, JSON -> {
                row.text(field, bytes, from, to);
                yield JsonScanner.isValue(bytes, from, to) || row.fail(LineFault.JSON, field, from);
            }
        };
    }
}
