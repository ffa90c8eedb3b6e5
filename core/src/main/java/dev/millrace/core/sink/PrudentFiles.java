package dev.millrace.core.sink;

import dev.millrace.core.outbox.FileContent;
import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.core.outbox.Remainder;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that several processes append to: each piece of whole lines is written under the file's lock, the one that
 * Logback's prudent mode takes. What somebody who died left of a line is taken away by whoever writes next. Belongs to
 * one sink; guarded by the lane's lock.
 *
 * @since 0.1.0
 */
public final class PrudentFiles extends AppendFile.Opener {
    private final String sink;
    private final StatusLog status;
    private final Path besideAnother;
    // For good: a batch without a line end looks like what somebody who died left of one.
    private boolean eventsWithoutEnd;
    // For good: files where locks may be missing are written like those of one process, in any pieces.
    private boolean inPieces;

    /**
     * Files of a sink.
     *
     * @param besideAnother null for files of several processes. Otherwise the home of a journal, beside which another one
     *     may have something for the same files: a kill may have ended them within a line, whose rest is in the other
     *     journal and comes later. Where locks may be missing, on another file system, none is shared.
     */
    public PrudentFiles(String sink, StatusLog status, Path besideAnother) {
        this.sink = sink;
        this.status = status;
        this.besideAnother = besideAnother;
    }

    /** The same, for those who rarely need this class: returning one loads it. */
    public static AppendFile.Opener opener(String sink, StatusLog status, Path besideAnother) {
        return new PrudentFiles(sink, status, besideAnother);
    }

    /** Whether a line without an end is unfinished, to judge by these bytes and all before. */
    boolean areLines(boolean endsLine) {
        eventsWithoutEnd |= !endsLine;
        return !eventsWithoutEnd;
    }

    /** What stands at a file's end may be whole without a line end. */
    void mayEndWithoutLine() {
        eventsWithoutEnd = true;
    }

    void sayCut(Path path, long offset, long length) {
        status.add(
                StatusCode.MR313,
                "sink " + sink + ": " + length + " bytes of a line that nobody finished were cut from " + path
                        + " at offset " + offset);
    }

    /**
     * The monitor of whoever in this JVM locks or closes a file: the operating system gives up all locks of a process
     * on a file when the process closes it once, whichever sink that is. An interned name is one object for all class
     * loaders, and goes when nobody uses it.
     */
    static Object monitor(long identity) {
        return ("millrace.prudent." + identity).intern();
    }

    @Override
    public AppendFile open(Path path, boolean truncate) throws IOException {
        AppendFile.Channel open = (AppendFile.Channel) AppendFile.REAL.open(path, truncate);
        if (besideAnother == null || isShared(path)) {
            return new PrudentFile(this, path, open.channel());
        }
        inPieces = true;
        return open;
    }

    private boolean isShared(Path path) {
        try {
            return Files.isRegularFile(path) && Files.getFileStore(path).equals(Files.getFileStore(besideAnother));
        } catch (IOException e) {
            // Nobody can say whether locks work there. Lines are written all the same.
            return false;
        }
    }

    /** A write that another kind of process has begun may have ended within a line; here lines are written whole. */
    @Override
    public int unfinishedBytes(ByteBuffer before, boolean endsLine) {
        int begin = before.limit();
        while (!inPieces && areLines(endsLine) && begin > before.position() && before.get(begin - 1) != '\n') {
            begin--;
        }
        return before.limit() - begin;
    }

    @Override
    public FileContent read(Path path) throws IOException {
        FileContent open = AppendFile.REAL.read(path);
        Object monitor = monitor(FileIdentity.of(path));
        return new FileContent() {
            @Override
            public long size() throws IOException {
                synchronized (monitor) {
                    return open.size();
                }
            }

            @Override
            public int read(ByteBuffer target, long position) throws IOException {
                synchronized (monitor) {
                    return open.read(target, position);
                }
            }

            @Override
            public void close() throws IOException {
                synchronized (monitor) {
                    open.close();
                }
            }
        };
    }

    @Override
    public int bytesPresent(Path path, long offsetBefore, ByteBuffer batch) throws IOException {
        try (FileContent content = read(path)) {
            return !inPieces && areLines(Remainder.endsLine(batch))
                    ? Remainder.linesPresent(content, offsetBefore, batch)
                    : Remainder.bytesPresent(content, offsetBefore, batch);
        }
    }
}
