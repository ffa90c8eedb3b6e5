package dev.millrace.cli.transfer;

import java.nio.file.Path;

/** The rows of a queue that has a schema. */
final class QueueRows implements RowSource {
    private final Path journal;
    private final Schema schema;
    private final RowDecoder decoder;

    QueueRows(Path journal, Schema schema) {
        this.journal = journal;
        this.schema = schema;
        this.decoder = new RowDecoder(schema);
    }

    @Override
    public Path journal() {
        return journal;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public boolean isOrderedByTime() {
        return false;
    }

    @Override
    public boolean read(byte[] record, int offset, int length, Row row) {
        return decoder.decode(record, offset, length, row);
    }
}
