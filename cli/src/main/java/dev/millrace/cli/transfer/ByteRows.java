package dev.millrace.cli.transfer;

import java.nio.file.Path;
import java.util.List;

/** The records of a queue that has no schema, as they are. */
final class ByteRows implements RowSource {
    private static final Schema SCHEMA = new Schema(List.of(new Field("record", FieldType.TEXT)));

    private final Path journal;

    ByteRows(Path journal) {
        this.journal = journal;
    }

    @Override
    public Path journal() {
        return journal;
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public boolean isOrderedByTime() {
        return false;
    }

    @Override
    public boolean read(byte[] record, int offset, int length, Row row) {
        row.text(0, record, offset, offset + length);
        return true;
    }
}
