package dev.millrace.core.sink;

import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A file that is appended to: opened when needed, opened again after it was closed by a failure or an interrupt, or
 * after somebody renamed or removed it. Guarded by the lane's lock.
 *
 * @since 0.1.0
 */
public final class LogFile {
    private static final long CHECK_INTERVAL_NS = 1_000_000_000;

    private final Path path;
    private final AppendFile.Opener opener;
    private boolean truncate;
    private AppendFile file;
    private long identity;
    private long checkedNs = System.nanoTime();

    /** A file that is not open; {@code truncate}: it is emptied when it is opened for the first time. */
    public LogFile(Path path, boolean truncate, AppendFile.Opener opener) {
        this.path = path;
        this.truncate = truncate;
        this.opener = opener;
    }

    /** Its name. */
    public Path path() {
        return path;
    }

    /** Whether it holds something that is removed when it is opened: not what is on its way through a pipe. */
    boolean isToBeEmptied() {
        return truncate && path.toFile().length() > 0;
    }

    /** Opens it, unless it is open. */
    public void open() throws IOException {
        if (file == null) {
            file = opener.open(path, truncate);
            // Once only: when it is opened again, what it holds is ours.
            truncate = false;
            identity = FileIdentity.of(path);
        }
    }

    /** Identity of the open file. */
    public long identity() {
        return identity;
    }

    /** Length of the open file in bytes. */
    public long size() throws IOException {
        return file.size();
    }

    /** Where in the open file the next batch begins, or a little in front of that. */
    public long nextOffset(boolean endsLine) throws IOException {
        return file.nextOffset(endsLine);
    }

    /**
     * How many leading bytes of the rest of a batch need not be written again, which was to be written behind
     * {@code offset} of that file. Says so where it cannot be told: this is neither the file nor a copy, which ends where
     * that did, or it was cut.
     */
    int bytesPresent(long fileIdentity, long offset, ByteBuffer rest, String sink, StatusLog status)
            throws IOException {
        int present = opener.bytesPresent(path, offset, rest);
        String why = size() < offset ? path + " was cut from outside" : null;
        if (identity != fileIdentity && (present == 0 || offset + present != size())) {
            present = 0;
            why = "the file that it was begun in is not there any more";
        }
        if (why != null) {
            status.add(
                    StatusCode.MR305,
                    "sink " + sink + ": while a batch was written, " + why + "; its " + rest.remaining()
                            + " bytes are written to " + path + " and may be repeated");
        }
        return present;
    }

    /** Appends some of the bytes from the buffer's position on; returns how many. */
    public int write(ByteBuffer bytes) throws IOException {
        return file.write(bytes);
    }

    /**
     * Looks once a second whether the path leads to another file, or to none, by now. Then it is closed, {@code rolls} count
     * what stands there, and a status says so.
     *
     * @param rolls null: it does not roll
     */
    public boolean closeIfReplaced(String sink, RollSteps rolls, StatusLog status) {
        long nowNs = System.nanoTime();
        if (file == null || nowNs - checkedNs < CHECK_INTERVAL_NS) {
            return false;
        }
        checkedNs = nowNs;
        long now = FileIdentity.of(path);
        if (now == identity || now == FileIdentity.UNKNOWN) {
            return false;
        }
        close();
        if (rolls != null) {
            rolls.askLength();
        }
        status.add(
                StatusCode.MR303,
                "sink " + sink + ": " + path + " was renamed or removed; the file of that name is used from now on, and"
                        + " created where it is missing");
        return true;
    }

    /** Whether it is open. */
    public boolean isOpen() {
        return file != null;
    }

    /** Closes it; it can be opened again. */
    public void close() {
        AppendFile open = file;
        file = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // Nothing is buffered here: what was written is written.
            }
        }
    }
}
