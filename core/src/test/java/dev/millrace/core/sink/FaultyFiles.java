package dev.millrace.core.sink;

import dev.millrace.core.outbox.FileContent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;

/** Real files whose writes fail as they are told to. */
public final class FaultyFiles extends AppendFile.Opener {
    /** How a write fails once the given number of bytes is through. */
    public enum Fault {
        /** The call returns early; the next one goes on. */
        SHORT,
        /** The call writes a part and throws; the next one works. */
        FAIL,
        /** The call writes a part and the channel is closed by an interrupt. */
        INTERRUPT,
        /** The process ends in the middle: nothing after it happens. */
        KILL
    }

    public static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private Fault fault;
    private long after;
    private Runnable beforeWrite = () -> {};
    private boolean openFails;
    private Path closed;
    public boolean killed;

    /** The next fault happens once {@code bytes} more bytes are written. */
    public void arm(Fault next, long bytes) {
        fault = next;
        after = bytes;
    }

    public void beforeNextWrite(Runnable action) {
        beforeWrite = action;
    }

    public void failToOpen(boolean fails) {
        openFails = fails;
    }

    /** This file cannot be opened any more. */
    public void failToOpen(Path path) {
        closed = path;
    }

    @Override
    public AppendFile open(Path path, boolean truncate) throws IOException {
        if (killed) {
            throw new Killed();
        }
        if (openFails || path.equals(closed)) {
            throw new IOException("no such device");
        }
        AppendFile real = AppendFile.REAL.open(path, truncate);
        return new AppendFile() {
            @Override
            public int write(ByteBuffer bytes) throws IOException {
                return faulty(real, bytes);
            }

            @Override
            public long size() throws IOException {
                return real.size();
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }

    private int faulty(AppendFile real, ByteBuffer bytes) throws IOException {
        if (killed) {
            throw new Killed();
        }
        Runnable action = beforeWrite;
        beforeWrite = () -> {};
        action.run();
        if (fault == null || bytes.remaining() < after) {
            after -= fault == null ? 0 : bytes.remaining();
            return writeAll(real, bytes);
        }
        int part = (int) after;
        Fault now = fault;
        fault = null;
        ByteBuffer head = bytes.slice(bytes.position(), part);
        writeAll(real, head);
        bytes.position(bytes.position() + part);
        switch (now) {
            case SHORT -> {
                return part;
            }
            case FAIL -> throw new IOException("No space left on device");
            case INTERRUPT -> {
                Thread.currentThread().interrupt();
                throw new ClosedByInterruptException();
            }
            case KILL -> {
                killed = true;
                throw new Killed();
            }
            default -> throw new AssertionError(now);
        }
    }

    private static int writeAll(AppendFile real, ByteBuffer bytes) throws IOException {
        int count = bytes.remaining();
        while (bytes.hasRemaining()) {
            real.write(bytes);
        }
        return count;
    }

    @Override
    public FileContent read(Path path) throws IOException {
        return AppendFile.REAL.read(path);
    }
}
