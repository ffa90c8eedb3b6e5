package dev.millrace.core.sink;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.outbox.FileContent;
import dev.millrace.core.sink.LaneSink.Outcome;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;

/** One of several programs that append to a file, each with an outbox of its own, and that may die in between. */
final class PrudentWriter {
    private final Path file;
    private final Path outbox;
    private final Path outboxAtWrite;
    private final StatusLog status;
    private FileLaneSink sink;
    private int batches;

    PrudentWriter(Path file, Path outbox, StatusLog status) {
        this.file = file;
        this.outbox = outbox;
        this.outboxAtWrite = outbox.resolveSibling(outbox.getFileName() + ".at-write");
        this.status = status;
    }

    /** Starts it, again if it is dead; what it owes is in the file afterwards. */
    void start() {
        sink = new FileLaneSink("S", file, true, outbox, status, new RememberingFiles());
        while (sink.recover(true) != Outcome.DONE) {
            LockSupport.parkNanos(sink.retryDelayNs());
        }
    }

    boolean isDead() {
        return sink == null;
    }

    void write(String lines) {
        commit(lines);
        flush();
    }

    /** Owes these lines, of which none is in the file. */
    void commit(String lines) {
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        int number = batches++;
        while (sink.commit(bytes, bytes.length, number, number + 1, new long[SinkLedger.TOTALS]) != Outcome.DONE) {
            LockSupport.parkNanos(sink.retryDelayNs());
        }
    }

    private void flush() {
        while (sink.flush() != Outcome.DONE) {
            LockSupport.parkNanos(sink.retryDelayNs());
        }
    }

    /** Writes what it owes, and is killed when the file has that size, or at the end of the write. */
    void flushUntilKilledAt(long sizeBytes) throws IOException {
        flush();
        killWithinLastWrite(sizeBytes);
    }

    /** Starts it again, and kills it when the file has that size, or at the end of what it writes. */
    void startUntilKilledAt(long sizeBytes) throws IOException {
        Files.deleteIfExists(outboxAtWrite);
        start();
        if (Files.exists(outboxAtWrite)) {
            killWithinLastWrite(sizeBytes);
        } else {
            kill();
        }
    }

    private void killWithinLastWrite(long sizeBytes) throws IOException {
        kill();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(sizeBytes);
        }
        Files.move(outboxAtWrite, outbox, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Kills it between two steps. */
    void kill() {
        sink.close();
        sink = null;
    }

    /** Keeps what the outbox holds whenever something is written: a kill during that write leaves it so. */
    private final class RememberingFiles extends AppendFile.Opener {
        private final PrudentFiles real = new PrudentFiles("S", status, null);

        @Override
        public AppendFile open(Path path, boolean truncate) throws IOException {
            AppendFile open = real.open(path, truncate);
            return new AppendFile() {
                @Override
                public int write(ByteBuffer bytes) throws IOException {
                    Files.copy(outbox, outboxAtWrite, StandardCopyOption.REPLACE_EXISTING);
                    return open.write(bytes);
                }

                @Override
                public long size() throws IOException {
                    return open.size();
                }

                @Override
                public long nextOffset(boolean endsLine) throws IOException {
                    return open.nextOffset(endsLine);
                }

                @Override
                public void close() throws IOException {
                    open.close();
                }
            };
        }

        @Override
        public FileContent read(Path path) throws IOException {
            return real.read(path);
        }

        @Override
        public int bytesPresent(Path path, long offsetBefore, ByteBuffer batch) throws IOException {
            return real.bytesPresent(path, offsetBefore, batch);
        }
    }
}
