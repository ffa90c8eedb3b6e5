package dev.millrace.cli.transfer;

import java.util.List;

/** Takes every line as it is. */
final class AnyLine implements LineParser {
    private static final Schema SCHEMA = new Schema(List.of(new Field("line", FieldType.TEXT)));

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public boolean parse(byte[] line, int from, int to, Row row) {
        row.text(0, line, from, to);
        return true;
    }
}
