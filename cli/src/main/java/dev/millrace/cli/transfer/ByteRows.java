package dev.millrace.cli.transfer;

import java.nio.file.Path;
import java.util.List;

/** The records of a queue that has no schema, as they are. */
final class ByteRows extends RowSource {
    private static final Schema SCHEMA = new Schema(List.of(new Field("record", FieldType.TEXT)));

    ByteRows(Path journal) {
        super(journal, SCHEMA, false);
    }

    @Override
    boolean read(byte[] record, int offset, int length, Row row) {
        row.text(0, record, offset, offset + length);
        return true;
    }
}
