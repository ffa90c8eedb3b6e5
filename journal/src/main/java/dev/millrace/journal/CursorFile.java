package dev.millrace.journal;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The file of one named cursor of a queue: mapped, locked and written by its reader only, whatever process that is. The
 * queue's owner looks at it and never changes it.
 *
 * <pre>
 *    0  magic      "MRCURS01"
 *    8  version    i32
 *   12  required   i32   1 when it holds back what it has not passed
 *   16  journal    i64   id of the journal it belongs to
 *   24  lease      i64   ms after its last sign of life at which it ceases to hold anything; 0 for never
 *   32  position   i64   first position that is not committed
 *   40  seen       i64   last sign of life of its reader, epoch ms
 * </pre>
 */
final class CursorFile implements AutoCloseable {
    static final long MAGIC = 0x3130_5352_5543_524DL;
    static final int VERSION = 1;
    static final int BYTES = 64;
    static final String SUFFIX = ".cursor";

    private static final int VERSION_OFFSET = 8;
    private static final int REQUIRED_OFFSET = 12;
    private static final int JOURNAL_OFFSET = 16;
    private static final int LEASE_OFFSET = 24;
    private static final int POSITION_OFFSET = 32;
    private static final int SEEN_OFFSET = 40;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final LockFile lock;
    private ByteBuffer page;

    private CursorFile(LockFile lock) {
        this.lock = lock;
    }

    /** What a cursor file says; {@code whole} is false when it is none of this journal's, or of another version. */
    record State(boolean whole, int version, boolean required, long position, long leaseMs, long seenMs) {
        static final State BROKEN = new State(false, VERSION, false, 0, 0, 0);

        /** One that is not whole may be a damaged one: only who removes it knows that it holds nothing. */
        boolean holds(long nowMs) {
            return !whole || (required && (leaseMs == 0 || nowMs - seenMs < leaseMs));
        }

        State seenAt(long epochMs) {
            return new State(whole, version, required, position, leaseMs, epochMs);
        }

        /** From where on it needs what is there. */
        long heldPosition() {
            return whole ? position : 0;
        }
    }

    static Path file(Path cursors, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("no name for a cursor: name=" + name
                    + " (1 to 100 letters, digits, dots, dashes and underscores, a letter or digit first)");
        }
        return cursors.resolve(name + SUFFIX);
    }

    /** Locks the cursor of that name; {@link #begin} or {@link #resume} follows. */
    static CursorFile lock(Path cursors, String name) throws IOException {
        Path file = file(cursors, name);
        LockFile lock = LockFile.tryTake(file.resolveSibling(name + LockFile.SUFFIX));
        if (lock == null) {
            throw inUse(name, file);
        }
        return new CursorFile(lock);
    }

    private static JournalException inUse(String name, Path file) {
        return new JournalException(
                JournalNotice.SLOT_SHARED,
                "the cursor is in use by another tailer: name=" + name + ", file=" + file
                        + " (each needs a name of its own)",
                null);
    }

    /** Creates the file. It appears under its name when it is complete and on the disk. */
    void begin(Path file, long journalId, boolean required, Duration lease, long position, QueueDisk disk)
            throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(0, MAGIC).putInt(VERSION_OFFSET, VERSION).putInt(REQUIRED_OFFSET, required ? 1 : 0);
        bytes.putLong(JOURNAL_OFFSET, journalId).putLong(LEASE_OFFSET, lease == null ? 0 : lease.toMillis());
        bytes.putLong(POSITION_OFFSET, position).putLong(SEEN_OFFSET, System.currentTimeMillis());
        try (FileChannel created =
                PrivateFiles.open(fresh, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            while (bytes.hasRemaining()) {
                created.write(bytes);
            }
        }
        disk.forceFile(fresh);
        Files.move(fresh, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        Path cursors = file.getParent();
        disk.forceDirectories(cursors, cursors.getParent());
        map(file);
    }

    /** Goes on with a file that is there, with these terms from now on. */
    long resume(Path file, long journalId, boolean required, Duration lease) throws IOException {
        State state = look(file, journalId);
        if (state.version() > VERSION) {
            throw new JournalException(
                    JournalNotice.NEWER_VERSION,
                    "cursor of a newer version: file=" + file + ", version=" + state.version() + ", known=" + VERSION
                            + " (read with the newer Millrace, or remove the file to begin the cursor anew)",
                    null);
        }
        if (!state.whole()) {
            throw new JournalException(
                    JournalNotice.DAMAGED,
                    "not a cursor of this queue: file=" + file + " (remove it to begin the cursor anew)",
                    null);
        }
        map(file);
        // First, or a look in between finds a lease that is over.
        seen();
        LONG.setRelease(page, LEASE_OFFSET, lease == null ? 0 : lease.toMillis());
        page.putInt(REQUIRED_OFFSET, required ? 1 : 0);
        return state.position();
    }

    private void map(Path file) throws IOException {
        try (FileChannel mapped = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            page = mapped.map(FileChannel.MapMode.READ_WRITE, 0, BYTES).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** Reads a cursor file, anybody's. */
    static State look(Path file, long journalId) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            int read = 0;
            while (bytes.hasRemaining() && read >= 0) {
                read = channel.read(bytes);
            }
        }
        boolean ours = !bytes.hasRemaining()
                && bytes.getLong(0) == MAGIC
                && bytes.getLong(JOURNAL_OFFSET) == journalId
                && bytes.getLong(POSITION_OFFSET) >= 0;
        int version = bytes.getInt(VERSION_OFFSET);
        return ours
                ? new State(
                        version == VERSION,
                        version,
                        bytes.getInt(REQUIRED_OFFSET) == 1,
                        bytes.getLong(POSITION_OFFSET),
                        bytes.getLong(LEASE_OFFSET),
                        bytes.getLong(SEEN_OFFSET))
                : State.BROKEN;
    }

    /** Has the next force write the file anew: writes what is there and never changes, whoever writes the rest. */
    static void touch(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer magic = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            int ignored = channel.write(magic.putLong(0, MAGIC), 0);
        } catch (IOException e) {
            // Somebody else's, or gone. Whoever commits next changes it.
        }
    }

    /** One store: it survives the process, and the owner may give up what lies before from now on. */
    void commit(long position) {
        LONG.setRelease(page, POSITION_OFFSET, position);
    }

    long committed() {
        return (long) LONG.getAcquire(page, POSITION_OFFSET);
    }

    /** A sign of life, which takes the lock anew; false where another process has it. */
    boolean keep() {
        seen();
        try {
            return lock.renew();
        } catch (IOException e) {
            // Another process sees in the file whose it is.
            return true;
        }
    }

    void seen() {
        LONG.setRelease(page, SEEN_OFFSET, System.currentTimeMillis());
    }

    @Override
    public void close() {
        lock.close();
    }
}
