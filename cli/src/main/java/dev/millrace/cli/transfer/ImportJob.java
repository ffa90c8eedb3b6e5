package dev.millrace.cli.transfer;

import dev.millrace.cli.look.Progress;
import dev.millrace.journal.JournalQueue;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Appends the lines of streams to a queue, one record each. Not thread-safe; allocates nothing for a line. */
final class ImportJob {
    private static final int LINES_OF_A_STEP = 64;

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
    private boolean stopped;

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
        try (InputStream in = unpacked(input)) {
            LineSource source = new LineSource(in, maxLineBytes);
            source.passMark();
            while (takeSome(name, source)) {
                progress.at(doneBytes + input.taken(), lines);
            }
            return !stopped;
        } catch (IOException e) {
            throw new IOException(
                    "cannot be read to its end: " + name + ": " + reason(e) + " (" + lines
                            + " lines were read until then, " + imported + " imported)",
                    e);
        } finally {
            doneBytes += input.taken();
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() != null
                ? e.getMessage()
                : e instanceof EOFException ? "it ends in the midst of an archive" : e.toString();
    }

    private static InputStream unpacked(PeekedInput input) throws IOException {
        return input.startsWith((byte) 0x1f, (byte) 0x8b) ? new GzipInput(input) : input;
    }

    /** Takes the next lines; false when there are no more, or no more are wanted. */
    private boolean takeSome(String name, LineSource source) throws IOException {
        for (int count = 0; count < LINES_OF_A_STEP; count++) {
            boolean good;
            if (nextAhead(parser, source, row)) {
                good = append(source);
            } else if (source.next()) {
                good = parse(source) && append(source);
            } else {
                return false;
            }
            lines++;
            if (good) {
                imported++;
            } else {
                if (bad.isNextShown()) {
                    progress.hide();
                }
                bad.add(name, source, row, parser.schema());
                stopped = strict;
                if (stopped) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Goes to the next line with its values in the row, if the parser finds its end on the way. */
    static boolean nextAhead(LineParser parser, LineSource source, Row row) throws IOException {
        int end;
        do {
            end = parser.parseAhead(source.bytes(), source.start(), source.filled(), row);
        } while (!isThere(end, source) && end != LineParser.NOT_AHEAD && source.readOn());
        return isThere(end, source) && source.next(end);
    }

    private static boolean isThere(int end, LineSource source) {
        // What is negative is more than anything without its sign.
        return Integer.compareUnsigned(end, source.filled()) < 0;
    }

    private boolean parse(LineSource source) {
        int from = source.from();
        int to = source.to();
        if (source.isTooLong()) {
            return row.fail(LineFault.TOO_LONG, from);
        }
        row.begin(to - from);
        return parser.parse(source.bytes(), from, to, row);
    }

    private boolean append(LineSource source) {
        int length = encoder.encode(row);
        if (length > queue.maxRecordBytes()) {
            return row.fail(LineFault.RECORD_TOO_LONG, source.from());
        }
        queue.append(encoder.bytes(), 0, length);
        return true;
    }
}
