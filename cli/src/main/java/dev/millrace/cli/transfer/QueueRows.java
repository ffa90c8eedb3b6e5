package dev.millrace.cli.transfer;

import java.nio.file.Path;

/** The rows of a queue that has a schema. */
final class QueueRows extends RowSource {
    private final RowDecoder decoder;

    QueueRows(Path journal, Schema schema) {
        super(journal, schema, false);
        this.decoder = new RowDecoder(schema);
    }

    @Override
    boolean read(byte[] record, int offset, int length, Row row) {
        return decoder.decode(record, offset, length, row);
    }
}
