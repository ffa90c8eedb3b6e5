package dev.millrace.cli.transfer;

import dev.millrace.cli.look.Progress;
import dev.millrace.journal.JournalQueue;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** Appends the lines of streams to a queue, one record each. Not thread-safe; allocates nothing for a line. */
final class ImportJob {
    private static final int GZIP_BUFFER_BYTES = 64 << 10;
    private static final int PROGRESS_EVERY = 4096;

    private final LineParser parser;
    private final JournalQueue queue;
    private final BadLines bad;
    private final boolean strict;
    private final int maxLineBytes;
    private final Progress progress;
    private final Row row;
    private final RowEncoder encoder;
    private long lines;
    private long imported;
    private long doneBytes;

    ImportJob(
            LineParser parser, JournalQueue queue, BadLines bad, boolean strict, int maxLineBytes, Progress progress) {
        this.parser = parser;
        this.queue = queue;
        this.bad = bad;
        this.strict = strict;
        this.maxLineBytes = maxLineBytes;
        this.progress = progress;
        this.row = new Row(parser.schema().size());
        this.encoder = new RowEncoder(parser.schema());
    }

    long lines() {
        return lines;
    }

    long imported() {
        return imported;
    }

    /**
     * Imports one stream, plain or gzip, to its end.
     *
     * @return false when a bad line ended it, because the job is strict
     * @throws IOException when the stream fails; what came before is imported
     */
    boolean run(String name, InputStream stream) throws IOException {
        PeekedInput input = new PeekedInput(stream);
        boolean gzip = input.startsWith((byte) 0x1f, (byte) 0x8b);
        try (InputStream in = gzip ? new GZIPInputStream(input, GZIP_BUFFER_BYTES) : input) {
            LineSource source = new LineSource(in, maxLineBytes);
            while (source.next()) {
                lines++;
                if (take(source)) {
                    imported++;
                } else {
                    bad.add(name, source, row, parser.schema());
                    if (strict) {
                        return false;
                    }
                }
                if (lines % PROGRESS_EVERY == 0) {
                    progress.at(doneBytes + input.taken(), lines);
                }
            }
            return true;
        } catch (IOException e) {
            throw new IOException(
                    "cannot be read to its end: " + name + ": " + e.getMessage() + " (" + lines
                            + " lines were read until then, " + imported + " imported)",
                    e);
        } finally {
            doneBytes += input.taken();
        }
    }

    private boolean take(LineSource source) {
        int from = source.from();
        int to = source.to();
        if (source.isTooLong()) {
            return row.fail(LineFault.TOO_LONG, from);
        }
        row.begin(to - from);
        if (!parser.parse(source.bytes(), from, to, row)) {
            return false;
        }
        int length = encoder.encode(row);
        if (length > queue.maxRecordBytes()) {
            return row.fail(LineFault.RECORD_TOO_LONG, from);
        }
        queue.append(encoder.bytes(), 0, length);
        return true;
    }
}
