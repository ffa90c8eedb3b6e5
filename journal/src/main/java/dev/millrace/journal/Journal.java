package dev.millrace.journal;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;

/**
 * A memory-mapped, multi-producer, append-only log: one writing JVM, any number of cursors.
 *
 * <p>Thread-safe. {@link #append} does no I/O; it takes a lock only behind {@link #close}, and wakes the keeper only where
 * space is missing or after a long silence.
 *
 * <p>What must hold:
 *
 * <ul>
 *   <li>a record whose {@link #append} returned is in the page cache: it survives the process;
 *   <li>a claimed range is always committed or made padding, by its claimant or the keeper; readers never skip one while it lives;
 *   <li>memory from the tail to the prepared end is zero;
 *   <li>a segment is reused only when every cursor was released behind it;
 *   <li>only the keeper creates, zeroes, seals, recycles and trims segments.
 * </ul>
 *
 * @since 0.1.0
 */
public final class Journal implements AutoCloseable {
    /** {@link #append} refused: the budget is spent. */
    public static final long REFUSED_BUDGET = -1;

    /** {@link #append} refused: the disk is full or failing. */
    public static final long REFUSED_DISK = -2;

    /** {@link #append} refused: the journal is closed. */
    public static final long REFUSED_CLOSED = -3;

    /**
     * {@link #append} did nothing: it would have had to wait, or rehearses that in a journal's first mebibytes, and
     * {@link #NEVER_WAIT} was asked for. To be asked again, with or without the flag.
     */
    public static final long WOULD_WAIT = -4;

    /** Flag for {@link #append}: may use the reserve that is kept for WARN and ERROR. */
    public static final int IMPORTANT = 1;

    /** Flag for {@link #append}: returns {@link #WOULD_WAIT} rather than wait for space. */
    public static final int NEVER_WAIT = 2;

    /** Flag for {@link #append}: a spent budget refuses, though appenders of this journal wait then. */
    public static final int NEVER_BLOCK = 4;

    /** Number of striped longs in the control page, a cache line each; see {@link #stripe}. */
    public static final int STRIPES = 64;

    /** Largest payload of any journal; a journal with small segments takes at most a quarter of a segment. */
    public static final int MAX_RECORD_BYTES = 1 << 20;

    /** Appenders look around once a line: for the end of the space, of the segment, and for an outrun reader. */
    static final int LINE_SHIFT = 12;

    /** So much of a journal rehearses, after it was opened, what is rare; the compilers decide meanwhile. */
    private static final long REHEARSAL_BYTES = 4L << 20;

    /** A position that no record has. */
    private static final long NO_CLAIM = -1;

    private static final int POLLS_BEFORE_PARKING = 200;
    private static final long LATE_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long BLOCK_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    final JournalOptions options;
    final ControlPage control;
    final SegmentTable table;
    final int segmentBytes;
    final long segmentMask;
    final long secret;
    private final int maxRecordBytes;
    private final boolean recordChecksums;
    private final long rehearsedEnd;
    // Racy but benign: a line is rehearsed by one more caller.
    private long rehearsedLine;
    final Tail tail = new Tail();

    /** Claims that lie beyond what is prepared; see {@link #abandon}. */
    final ConcurrentLinkedQueue<Claim> abandoned = new ConcurrentLinkedQueue<>();

    private final Path directory;
    private final boolean recovered;
    private final boolean rebooted;
    final Keeper keeper;
    private final Pace pace = new Pace(this);
    private final List<Cursor> cursors = new ArrayList<>();
    private volatile Cursor[] openCursors = new Cursor[0];

    // Written by the keeper only, rarely; read by every append.
    volatile long limit;
    volatile long importantLimit;
    volatile long prepared;
    volatile Space space = Space.OPEN;

    // Whoever waits for a reader to give space back is refused.
    private volatile boolean blocksNobody;

    /** A claimed range. No record: a record's first comparison costs a start a fifth of its time. */
    static final class Claim {
        final long position;
        final int bytes;

        Claim(long position, int bytes) {
            this.position = position;
            this.bytes = bytes;
        }
    }

    Journal(
            Path directory,
            JournalOptions options,
            ControlPage control,
            SegmentStore store,
            Recovery.Result found,
            boolean recovered,
            boolean rebooted) {
        this.directory = directory;
        this.options = options;
        this.control = control;
        this.segmentBytes = control.segmentBytes();
        this.segmentMask = segmentBytes - 1L;
        this.secret = control.secret();
        this.maxRecordBytes =
                Math.min(MAX_RECORD_BYTES, segmentBytes / 4) - RecordFormat.HEADER_BYTES - RecordFormat.CHECKSUM_BYTES;
        this.recordChecksums = options.recordChecksums();
        this.table = new SegmentTable(segmentBytes, options.budgetBytes(), found.spanBytes(segmentBytes));
        this.recovered = recovered;
        this.rebooted = rebooted;
        this.tail.set(found.tail);
        this.rehearsedEnd = found.tail + REHEARSAL_BYTES;
        this.keeper = new Keeper(this, store, found);
    }

    void start() throws IOException {
        // Once where there is room for it: its first use must not be near the end of a stack.
        StackProbe.ensureRoom();
        AppendRehearsal.in(this);
        keeper.start();
    }

    /**
     * Opens the journal of a claimed slot, recovering what an earlier owner left.
     *
     * @throws JournalException when this directory cannot hold a journal; the next candidate (or memory) is up to the
     *     caller
     */
    public static Journal open(JournalSlot slot, JournalOptions options) throws JournalException {
        return JournalOpener.open(slot.directory(), options);
    }

    /**
     * From now on what is mapped is mapped so that an append costs least, in all journals: the first time takes
     * milliseconds, which nobody should wait for.
     */
    public void mapForGood() throws IOException {
        // Whoever only looks maps in that way already.
        if (directory != null
                && JournalMapping.isForAWhile()
                && ControlPage.openReadOnly(directory.resolve(JournalOpener.CONTROL)) != null) {
            JournalMapping.forGood();
        }
    }

    /** A journal that lives in memory and does not survive the process. */
    public static Journal inMemory(JournalOptions options) {
        try {
            return JournalOpener.inMemory(options);
        } catch (IOException e) {
            throw new IllegalStateException("a journal in memory does no I/O", e);
        }
    }

    /**
     * Appends one record and returns its position, a negative {@code REFUSED_…} code, or {@link #WOULD_WAIT}.
     * {@code length} is at most {@link #maxRecordBytes()}.
     *
     * <p>Design note: a claim inside one prepared line of 4 KiB, a copy and a commit; whatever else can happen is in
     * methods of their own. They are reached by one branch that is taken for every line: a branch that is hardly ever
     * taken would be compiled as never taken, and the first segment's end or wait would throw the compiled code
     * away. And all of it is one method, of more than 325 bytes of code, so that it is compiled once: of a chain of
     * short ones, which all get hot at the same moment, each is compiled with those below it in itself.
     *
     * @throws IllegalArgumentException when the record is longer than that
     * @throws IndexOutOfBoundsException when the source has no such range
     */
    public long append(byte[] source, int offset, int length, int flags) {
        if (length > maxRecordBytes) {
            throw new IllegalArgumentException("record too large: length=" + length + ", maximum=" + maxRecordBytes);
        }
        Objects.checkFromIndexSize(offset, length, source.length);
        int kind = RecordFormat.KIND_DATA;
        int payload = length;
        int crc = 0;
        if (recordChecksums) {
            kind = RecordFormat.KIND_CHECKED_DATA;
            payload += RecordFormat.CHECKSUM_BYTES;
            CRC32C checksum = new CRC32C();
            checksum.update(source, offset, length);
            crc = (int) checksum.getValue() ^ (int) secret;
        }
        int bytes = RecordFormat.recordBytes(payload);
        // From here to the commit there must be no overflow of the stack, no allocation and no foreign code.
        StackProbe.ensureRoom();
        long room = room(flags);
        long position = NO_CLAIM;
        long seen = tail.opaque();
        boolean across = isBoundary(seen, bytes, room);
        ByteBuffer data = null;
        if (!across) {
            // Looked up before the claim: behind it every load waits for the atomic add, one after the other. Null
            // where this thread has slept meanwhile, and the others have left that segment behind.
            Segment segment = table.at(seen);
            across = segment == null;
            if (segment != null) {
                data = segment.data;
                position = tail.claim(bytes);
                // From the same line, and so in the same segment.
                across = isBoundary(seen, position - seen + bytes, room);
            }
        }
        if (across) {
            position = claimAcross(position, bytes, flags);
            if (position < 0) {
                return position;
            }
            data = table.at(position).data;
        }
        int at = (int) (position & segmentMask);
        long header = RecordFormat.header(kind, payload + RecordFormat.HEADER_BYTES, position, secret);
        try {
            RecordFormat.headerRelease(data, at, RecordFormat.uncommitted(header));
            // Recovery must find the header when it finds any byte of the payload.
            VarHandle.storeStoreFence();
            int body = at + RecordFormat.HEADER_BYTES;
            if (kind == RecordFormat.KIND_CHECKED_DATA) {
                data.putInt(body, crc ^ (int) position);
                body += RecordFormat.CHECKSUM_BYTES;
            }
            data.put(body, source, offset, length);
            RecordFormat.headerRelease(data, at, header);
        } catch (Throwable failed) {
            RecordFormat.headerRelease(
                    data, at, RecordFormat.header(RecordFormat.KIND_PADDING, bytes, position, secret));
            throw failed;
        }
        return position;
    }

    /**
     * Keeps an appender from running away from the reader: pauses the calling thread, once and briefly, if the foremost
     * reader is at work and outrun. Looks about once in every 4 KiB of journal. To be called with nothing in hand that other
     * appenders need.
     *
     * @param position where the caller's record was appended
     * @param length the record's
     */
    public void giveWay(long position, int length) {
        if (isBoundary(position, RecordFormat.recordBytes(length), Long.MAX_VALUE)) {
            pace.pauseIfOutrunning(position);
        }
    }

    /** Whether a range contains the first byte of a line or ends behind {@code room}; without a second branch. */
    static boolean isBoundary(long position, long bytes, long room) {
        long last = position + bytes - 1;
        return (((position - 1) ^ last) >>> LINE_SHIFT | (room - 1 - last) >>> (Long.SIZE - 1)) != 0;
    }

    /** Where the caller's part of the budget ends, without a branch. */
    private long room(int flags) {
        long plain = limit;
        return plain + ((importantLimit - plain) & -(long) (flags & IMPORTANT));
    }

    /**
     * A claim with all that can happen: a wait for room, or a range that must become padding.
     *
     * @param claimed a claim that was made already, or {@link #NO_CLAIM}
     * @return a position inside prepared space, a {@code REFUSED_…} code, or {@link #WOULD_WAIT}
     */
    private long claimAcross(long claimed, int bytes, int flags) {
        for (long position = claimed; ; position = NO_CLAIM) {
            if (position == NO_CLAIM) {
                // The limit is checked before the claim, so that nobody waits while holding one.
                boolean enough = tail.opaque() + bytes <= (room(flags) & ~rehearsal(flags));
                long refused = enough ? 0 : awaitRoom(bytes, flags);
                if (refused != 0) {
                    return refused;
                }
                position = tail.claim(bytes);
            }
            if (position + bytes > prepared) {
                abandon(position, bytes);
                continue;
            }
            if ((position & segmentMask) + bytes > segmentBytes) {
                padBothSides(position, bytes);
                continue;
            }
            return position;
        }
    }

    /** A claim that crosses the end of its segment becomes two ranges of padding. */
    void padBothSides(long position, int bytes) {
        int head = segmentBytes - (int) (position & segmentMask);
        pad(position, head);
        if (bytes > head) {
            long rest = position + head;
            if (rest + (bytes - head) > prepared) {
                abandon(rest, bytes - head);
            } else {
                pad(rest, bytes - head);
            }
        }
    }

    /** Commits padding over a claimed range inside one prepared segment. */
    void pad(long position, int bytes) {
        Segment segment = table.at(position);
        int at = (int) (position & segmentMask);
        RecordFormat.headerRelease(
                segment.data, at, RecordFormat.header(RecordFormat.KIND_PADDING, bytes, position, secret));
    }

    /**
     * Hands a claimed range that lies beyond the prepared space to whoever gets there first: the keeper, which pads it
     * before it publishes the space, or this thread, if the space was published meanwhile. Both write the same words.
     */
    void abandon(long position, int bytes) {
        try {
            abandoned.add(new Claim(position, bytes));
        } catch (OutOfMemoryError e) {
            // The one place where a claim is waited on: without memory for the list there is no other way to pad it.
            while (position + bytes > prepared) {
                keeper.spaceWanted();
                LockSupport.parkNanos(this, LATE_PARK_NS);
            }
            padRange(position, bytes);
        }
        padAbandoned();
    }

    /** Pads every abandoned range that is prepared by now: they come in any order. One may cross into the next segment. */
    void padAbandoned() {
        // A full heap has no room for an iterator.
        if (abandoned.isEmpty()) {
            return;
        }
        for (Claim claim : abandoned) {
            if (claim.position + claim.bytes <= prepared && abandoned.remove(claim)) {
                padRange(claim.position, claim.bytes);
            }
        }
    }

    void padRange(long position, int bytes) {
        int head = (int) Math.min(bytes, segmentBytes - (position & segmentMask));
        pad(position, head);
        if (bytes > head) {
            pad(position + head, bytes - head);
        }
    }

    /**
     * All ones where a caller that never waits is told {@link #WOULD_WAIT} though there is room; otherwise 0.
     *
     * <p>Design note: the compiler leaves out what has not happened by the time it compiles, some thousand calls after a
     * start, and throws the code away, with all that it was compiled into, when it happens. A first wait or pause comes
     * later than that. So every second line of the first few rehearses them; the others, that there is none.
     */
    private long rehearsal(int flags) {
        long position = tail.opaque();
        long others = (position >>> LINE_SHIFT) ^ rehearsedLine;
        // The last term: who insists is let in, so that nobody asks for ever.
        return (long) -((flags & NEVER_WAIT) / NEVER_WAIT)
                & rehearsal(position)
                & ((others | -others) >> (Long.SIZE - 1));
    }

    /** All ones in every second line of the first few, without a branch; otherwise 0. */
    long rehearsal(long position) {
        return ((position - rehearsedEnd) >> (Long.SIZE - 1)) & -((position >>> LINE_SHIFT) & 1);
    }

    /** Waits for space or says why there will be none: 0 to try again, or what {@link #append} returns. */
    private long awaitRoom(int bytes, int flags) {
        if (hasRoom(bytes, flags)) {
            long told = rehearsal(flags) & WOULD_WAIT;
            rehearsedLine = tail.opaque() >>> LINE_SHIFT;
            return told;
        }
        // No wait, and not counted as one.
        if (keeper.doze.rouse(bytes, flags)) {
            return 0;
        }
        boolean interrupted = false;
        boolean late = true;
        long refused = 0;
        long startNs = System.nanoTime();
        // Longer each time: many callers that look often keep the processors from the one who prepares.
        long parkNs = LATE_PARK_NS;
        for (int round = 0; ; round++) {
            // In this order: the limit is raised before space is called spent.
            Space now = space;
            if (hasRoom(bytes, flags) || keeper.doze.rouse(bytes, flags)) {
                break;
            }
            late &= now == Space.OPEN;
            if (now == Space.OPEN) {
                keeper.spaceWanted();
                if (round < POLLS_BEFORE_PARKING) {
                    Thread.onSpinWait();
                    continue;
                }
            } else if (now == Space.CLOSED) {
                refused = keeper.keepHouseLate(bytes, flags) ? 0 : REFUSED_CLOSED;
                break;
            } else if (!options.block() || blocksNobody || (flags & NEVER_BLOCK) != 0 || now == Space.FAILING) {
                refused = now == Space.FAILING ? REFUSED_DISK : REFUSED_BUDGET;
                break;
            }
            if ((flags & NEVER_WAIT) != 0) {
                return WOULD_WAIT;
            }
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(this, now == Space.OPEN ? parkNs : BLOCK_PARK_NS);
            parkNs = Math.min(2 * parkNs, BLOCK_PARK_NS);
        }
        if (late) {
            keeper.waited(System.nanoTime() - startNs);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return refused;
    }

    /** From now on a spent budget refuses, as {@link #NEVER_BLOCK} does; also those who wait already. */
    public void blockNobody() {
        blocksNobody = true;
    }

    boolean hasRoom(int bytes, int flags) {
        return tail.opaque() + bytes <= room(flags);
    }

    /** Largest payload that {@link #append} takes. */
    public int maxRecordBytes() {
        return maxRecordBytes;
    }

    /** First position that has not been claimed. */
    public long tailPosition() {
        return tail.acquire();
    }

    /** Opens the cursor of that name: where it was left, or at the tail when it is new. */
    public Cursor cursor(String name) {
        return cursor(name, false);
    }

    /**
     * The same for a reader whose place is fixed later, by {@link Cursor#settle}. Until then the cursor holds back what
     * follows, and is there for this process only: one that opens the journal behind a kill finds it new.
     */
    public Cursor joiningCursor(String name) {
        return cursor(name, true);
    }

    private Cursor cursor(String name, boolean joining) {
        synchronized (cursors) {
            for (Cursor cursor : cursors) {
                if (cursor.name().equals(name)) {
                    return cursor;
                }
            }
            int index = control.find(name);
            if (index < 0) {
                long position = tail.acquire();
                index = joining ? control.addJoining(name, position) : control.add(name, position);
            }
            if (index < 0) {
                throw new IllegalStateException(
                        "too many cursors: name=" + name + ", maximum=" + ControlPage.MAX_CURSORS);
            }
            Cursor cursor = new Cursor(this, name, index);
            cursors.add(cursor);
            openCursors = cursors.toArray(new Cursor[0]);
            return cursor;
        }
    }

    /**
     * A cursor for one reading of all that is there, before anything is appended: it has no name, is not persisted, holds
     * nothing back and releases nothing.
     */
    public Cursor overview() {
        return new Cursor(this);
    }

    /** Names of all persisted cursors, opened or not. */
    public List<String> cursorNames() {
        List<String> names = new ArrayList<>();
        for (int index = 0; index < control.cursors(); index++) {
            if (control.inUse(index)) {
                names.add(control.name(index));
            }
        }
        return names;
    }

    /** Forgets a cursor, so that it holds nothing back any more. */
    public void removeCursor(String name) {
        synchronized (cursors) {
            for (Cursor cursor : openCursors) {
                if (cursor.name().equals(name)) {
                    // Before its place is another's.
                    cursor.remove();
                    cursors.remove(cursor);
                }
            }
            int index = control.find(name);
            if (index >= 0) {
                control.remove(index);
            }
            openCursors = cursors.toArray(new Cursor[0]);
        }
    }

    Pace pace() {
        return pace;
    }

    Cursor[] openCursors() {
        return openCursors;
    }

    /** Directory for further files of the journal's owner (dictionary, outboxes); null when in memory. */
    public Path directory() {
        return directory;
    }

    /** True when the slot held a journal of an earlier process when it was opened. */
    public boolean recovered() {
        return recovered;
    }

    /**
     * True when that earlier process ran before the machine's last boot, or that is not known. Whoever opens the journal
     * calls {@link #stampBoot} once everything is dealt with that such a process left beside it: until then it stays so,
     * also for the next process.
     */
    public boolean recoveredAfterReboot() {
        return rebooted;
    }

    /** Adds to a striped counter without an atomic; only the stripe's exclusive holder may call it. */
    public void addToStripeExclusively(int stripe, long delta) {
        control.addToStripeExclusively(stripe, delta);
    }

    /** Adds to a striped counter atomically. Never mix with {@link #addToStripeExclusively} on one stripe. */
    public void addToStripe(int stripe, long delta) {
        control.addToStripe(stripe, delta);
    }

    /** Value of a striped counter since this process opened the journal. */
    public long stripe(int stripe) {
        return control.stripe(stripe);
    }

    /** Tells the listener; one that throws stops nobody. */
    void tell(JournalNotice notice, String message, Throwable cause) {
        try {
            options.listener().notice(notice, message, cause);
        } catch (RuntimeException | Error ignored) {
            // Its own trouble.
        }
    }

    /** How often an append found no space prepared and had to wait for the preparer. */
    public long lateAppends() {
        return keeper.lateAppends();
    }

    /** Bytes of all segments that exist, including pooled and deleted-but-mapped ones. */
    public long usedBytes() {
        return keeper.supply.usedBytes();
    }

    /** What is there from now on is of this boot of the machine, and is trusted until the next one. */
    public void stampBoot() {
        control.stampBoot();
    }

    /**
     * Stops the journal's thread. {@code deleteFiles} removes the slot's files (unlinked files stay usable for late
     * appends); otherwise they stay for the next start, and late appends are {@linkplain #REFUSED_CLOSED refused}.
     *
     * @return false where the thread hangs, as in a write to a disk that stalls, and may still write to the files
     */
    public boolean close(boolean deleteFiles) {
        boolean stopped = keeper.stop(deleteFiles);
        if (stopped && !deleteFiles) {
            sealRest();
            if (directory != null) {
                // Whoever is in the middle of an append finds no room: the next owner of the files may be at work.
                long ignored = claimRest();
            }
        }
        return stopped;
    }

    /** Claims all that is prepared, so that no append finds room. Returns where that begins. */
    long claimRest() {
        return tail.claim((int) Math.max(0, prepared - tail.acquire()));
    }

    /**
     * Seals what cursors have not passed, so that also a boot of the machine takes nothing of it. Others may append
     * meanwhile; what they append is sealed later, or not.
     */
    public void sealRest() {
        keeper.sealRest();
    }

    /**
     * Finishes the block of the tail with padding, so that it can be sealed. Others may append meanwhile.
     *
     * @return end of that block; nothing can be sealed behind it by now
     */
    long finishBlock() {
        long at = tail.acquire();
        int rest = (int) (-at & (SegmentFormat.BLOCK_BYTES - 1));
        if (rest == 0 || at + rest > prepared) {
            return at + rest;
        }
        long position = tail.claim(rest);
        if (position + rest > prepared) {
            abandon(position, rest);
        } else if ((position & segmentMask) + rest > segmentBytes) {
            padBothSides(position, rest);
        } else {
            pad(position, rest);
        }
        return at + rest;
    }

    @Override
    public void close() {
        boolean ignored = close(false);
    }
}
