package dev.millrace.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The journal's control file: what it is, where its cursors stand, and its counters. Mapped; every change is a store
 * that survives the process.
 *
 * <pre>
 *      0  magic           "MRJCTL01"
 *      8  version         i32
 *     12  segmentBytes    i32
 *     16  secret          i64   seeds header checks and seals
 *     24  journal         i64   id; every segment carries it
 *     32  crc             i32   CRC32C of the bytes 0 to 32
 *     40  boot            16 bytes, the machine's boot in which it was last opened
 *   4096  cursors         64 × 512: name (length i16, UTF-8 up to 118 bytes), position i64 at 128, state i64 at 136 (0
 *                         free, 1 in use, 2 joining), counters i64 × 40 at 192
 *  36864  stripes         64 × 64: one striped counter, a cache line each
 *  40960  more cursors    as at 4096, 64 at a time, up to 1024 in all; the file grows when they are needed
 * </pre>
 */
final class ControlPage {
    static final long MAGIC = 0x3130_4C54_434A_524DL;
    static final int VERSION = 1;

    /** Cursors of a page that has not grown, and those that each growth adds. */
    static final int CURSORS = 64;

    static final int MAX_CURSORS = 1024;

    private static final int VERSION_OFFSET = 8;
    private static final int SEGMENT_BYTES_OFFSET = 12;
    private static final int SECRET_OFFSET = 16;
    private static final int JOURNAL_OFFSET = 24;
    private static final int CRC_OFFSET = 32;
    private static final int BOOT_OFFSET = 40;
    private static final int CURSORS_OFFSET = 4096;
    private static final int CURSOR_BYTES = 512;
    private static final int NAME_BYTES = 118;
    private static final int POSITION_OFFSET = 128;
    private static final int STATE_OFFSET = 136;
    private static final int COUNTERS_OFFSET = 192;
    private static final int STRIPES_OFFSET = CURSORS_OFFSET + CURSORS * CURSOR_BYTES;
    static final int BYTES = STRIPES_OFFSET + Journal.STRIPES * 64;
    private static final int BLOCK_BYTES = CURSORS * CURSOR_BYTES;

    private static final long FREE = 0;
    private static final long IN_USE = 1;
    /** In use by the process that entered it, which has not said yet where it begins; another one finds nothing. */
    private static final long JOINING = 2;

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Null in memory. */
    private final Path file;

    /** The same. */
    private final KnownFile known;

    private final ByteBuffer page;
    private final UUID earlierBoot;

    /** Cursors, {@link #CURSORS} a block. Replaced when one is added, never changed. */
    private volatile ByteBuffer[] blocks;

    /** Behind the last cursor that was found at the start or added since, by this process: others read, but add none. */
    private volatile int cursorsEnd;

    private ControlPage(Path file, ByteBuffer page, ByteBuffer[] more, UUID earlierBoot) {
        this.file = file;
        this.known = file == null ? null : new KnownFile(file);
        this.page = page;
        this.earlierBoot = earlierBoot;
        ByteBuffer[] all = new ByteBuffer[1 + more.length];
        all[0] = page.slice(CURSORS_OFFSET, BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        System.arraycopy(more, 0, all, 1, more.length);
        this.blocks = all;
    }

    private int lastInUse() {
        int index = cursors() - 1;
        while (index >= 0 && !inUse(index)) {
            index--;
        }
        return index;
    }

    static ControlPage inMemory(int segmentBytes) {
        ByteBuffer page = ByteBuffer.allocateDirect(BYTES + 8).alignedSlice(8).order(ByteOrder.LITTLE_ENDIAN);
        return create(null, page, segmentBytes);
    }

    static ControlPage create(Path file, int segmentBytes) throws IOException {
        try (FileChannel channel = PrivateFiles.create(file)) {
            ByteBuffer zeros = ByteBuffer.allocate(BYTES);
            while (zeros.hasRemaining()) {
                channel.write(zeros);
            }
            ByteBuffer page = JournalMapping.map(channel, 0, BYTES);
            return create(file, page.order(ByteOrder.LITTLE_ENDIAN), segmentBytes);
        }
    }

    private static ControlPage create(Path file, ByteBuffer page, int segmentBytes) {
        page.putInt(VERSION_OFFSET, VERSION);
        page.putInt(SEGMENT_BYTES_OFFSET, segmentBytes);
        page.putLong(SECRET_OFFSET, KernelRandom.word());
        page.putLong(JOURNAL_OFFSET, KernelRandom.word());
        ControlPage control = new ControlPage(file, page, new ByteBuffer[0], null);
        control.stampBoot();
        page.putInt(CRC_OFFSET, crc(page, MAGIC));
        // Last: a page without it was never finished.
        RecordFormat.headerRelease(page, 0, MAGIC);
        return control;
    }

    /**
     * Opens what an earlier process left; null when there is none or it is damaged beyond use.
     *
     * @throws JournalException when it is of a newer version
     */
    static ControlPage open(Path file) throws IOException {
        return open(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE), FileChannel.MapMode.READ_WRITE);
    }

    /** As {@link #open}, for looking only: nothing of the page can be changed. */
    static ControlPage openReadOnly(Path file) throws IOException {
        // As where the page grows.
        boolean interrupted = Thread.interrupted();
        try {
            return open(file, Set.of(StandardOpenOption.READ), FileChannel.MapMode.READ_ONLY);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static ControlPage open(Path file, Set<StandardOpenOption> options, FileChannel.MapMode mode)
            throws IOException {
        if (!Files.exists(file) || Files.size(file) < BYTES) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(file, options)) {
            ByteBuffer page = mode == FileChannel.MapMode.READ_WRITE
                    ? JournalMapping.map(channel, 0, BYTES)
                    : channel.map(mode, 0, BYTES);
            page.order(ByteOrder.LITTLE_ENDIAN);
            if (page.getLong(0) != MAGIC) {
                return null;
            }
            int version = page.getInt(VERSION_OFFSET);
            if (version > VERSION) {
                throw new JournalException(
                        JournalNotice.NEWER_VERSION,
                        "journal of a newer version: file=" + file + ", version=" + version + ", known=" + VERSION
                                + " (use the newer Millrace, or move the directory away)",
                        null);
            }
            int segmentBytes = page.getInt(SEGMENT_BYTES_OFFSET);
            if (page.getInt(CRC_OFFSET) != crc(page, MAGIC) || !SegmentFormat.isSize(segmentBytes)) {
                return null;
            }
            ControlPage control = new ControlPage(file, page, moreBlocks(channel, mode), boot(page));
            if (mode == FileChannel.MapMode.READ_WRITE) {
                control.forgetJoining();
            }
            control.cursorsEnd = control.lastInUse() + 1;
            return control;
        }
    }

    private void forgetJoining() {
        for (int index = 0; index < cursors(); index++) {
            if (state(index) == JOINING) {
                remove(index);
            }
        }
    }

    private static ByteBuffer[] moreBlocks(FileChannel channel, FileChannel.MapMode mode) throws IOException {
        long count = Math.min(MAX_CURSORS / CURSORS - 1, (channel.size() - BYTES) / BLOCK_BYTES);
        ByteBuffer[] more = new ByteBuffer[(int) count];
        for (int block = 0; block < more.length; block++) {
            more[block] = channel.map(mode, BYTES + (long) block * BLOCK_BYTES, BLOCK_BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
        return more;
    }

    /** How many cursors there is room for now. */
    int cursors() {
        return blocks.length * CURSORS;
    }

    /** Makes room for more cursors; false where there are too many. */
    private boolean grow() {
        if (cursors() >= MAX_CURSORS) {
            return false;
        }
        // An interrupt closes the file.
        boolean interrupted = Thread.interrupted();
        try {
            ByteBuffer[] more = Arrays.copyOf(blocks, blocks.length + 1);
            more[blocks.length] = newBlock(BYTES + (blocks.length - 1L) * BLOCK_BYTES);
            blocks = more;
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("no room for another cursor: file=" + file, e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private ByteBuffer newBlock(long offset) throws IOException {
        if (file == null) {
            return ByteBuffer.allocateDirect(BLOCK_BYTES + 8).alignedSlice(8).order(ByteOrder.LITTLE_ENDIAN);
        }
        if (known.isGone()) {
            // Another process may have one of its own there.
            throw new NoSuchFileException(file.toString());
        }
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE))) {
            ByteBuffer zeros = ByteBuffer.allocate(BLOCK_BYTES);
            while (zeros.hasRemaining()) {
                channel.write(zeros, offset + zeros.position());
            }
            return channel.map(FileChannel.MapMode.READ_WRITE, offset, BLOCK_BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    private ByteBuffer block(int index) {
        return blocks[index / CURSORS];
    }

    /** Whether the process that created the page died before it was complete: then nothing can depend on it. */
    static boolean isUnfinished(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) < BYTES) {
            return true;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer magic = ByteBuffer.allocate(Long.BYTES);
            return channel.read(magic) == Long.BYTES && magic.getLong(0) == 0;
        }
    }

    private static int crc(ByteBuffer page, long magic) {
        CRC32C crc = new CRC32C();
        crc.update(
                ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, magic));
        byte[] head = new byte[CRC_OFFSET - Long.BYTES];
        // A copy: summing up what is mapped ends the process where the file is cut meanwhile.
        page.get(Long.BYTES, head);
        crc.update(head);
        return (int) crc.getValue();
    }

    private static UUID boot(ByteBuffer page) {
        return new UUID(page.getLong(BOOT_OFFSET), page.getLong(BOOT_OFFSET + 8));
    }

    /** Whether the machine was booted since the page was last stamped before it was opened (or that cannot be told). */
    boolean rebooted() {
        return earlierBoot != null && isOfAnotherBoot(earlierBoot);
    }

    /** The same for the stamp that is there now: a new owner may have set it since. */
    boolean rebootedSinceLastStamp() {
        return isOfAnotherBoot(boot(page));
    }

    private static boolean isOfAnotherBoot(UUID boot) {
        return boot.equals(KernelRandom.UNKNOWN_BOOT) || !boot.equals(KernelRandom.boot());
    }

    /** Notes the current boot: what is written from now on belongs to it. */
    void stampBoot() {
        UUID boot = KernelRandom.boot();
        page.putLong(BOOT_OFFSET, boot.getMostSignificantBits());
        page.putLong(BOOT_OFFSET + 8, boot.getLeastSignificantBits());
    }

    /** Asks the disk to keep the page. */
    void force() {
        if (page instanceof MappedByteBuffer mapped) {
            mapped.force();
        }
        for (int block = 1; block < blocks.length; block++) {
            if (blocks[block] instanceof MappedByteBuffer mapped) {
                mapped.force();
            }
        }
    }

    int segmentBytes() {
        return page.getInt(SEGMENT_BYTES_OFFSET);
    }

    long secret() {
        return page.getLong(SECRET_OFFSET);
    }

    long journalId() {
        return page.getLong(JOURNAL_OFFSET);
    }

    /** Index of the cursor of that name, for the process that owns the journal; -1 when there is none. */
    int find(String name) {
        for (int index = 0; index < cursorsEnd; index++) {
            if (inUse(index) && name(index).equals(stored(name))) {
                return index;
            }
        }
        return -1;
    }

    /** The smallest position of a cursor, for the process that owns the journal; {@link Long#MAX_VALUE} without any. */
    long smallestPosition() {
        long smallest = Long.MAX_VALUE;
        // Asked at each turn: one that comes meanwhile holds back what a later one has passed.
        for (int index = 0; index < cursorsEnd; index++) {
            if (inUse(index)) {
                smallest = Math.min(smallest, position(index));
            }
        }
        return smallest;
    }

    /**
     * Enters a cursor; -1 where there are too many.
     *
     * @throws UncheckedIOException when the table is full and its file cannot grow
     */
    int add(String name, long position) {
        return add(name, position, IN_USE);
    }

    /** Enters one that no other process finds before {@link #settle}. */
    int addJoining(String name, long position) {
        return add(name, position, JOINING);
    }

    private int add(String name, long position, long state) {
        for (int index = 0; index < cursors() || grow(); index++) {
            if (!inUse(index)) {
                ByteBuffer block = block(index);
                int at = cursorOffset(index);
                byte[] bytes = stored(name).getBytes(StandardCharsets.UTF_8);
                block.putShort(at, (short) bytes.length);
                block.put(at + 2, bytes);
                for (int counter = 0; counter < Cursor.COUNTERS; counter++) {
                    block.putLong(at + COUNTERS_OFFSET + counter * 8, 0);
                }
                block.putLong(at + POSITION_OFFSET, position);
                cursorsEnd = Math.max(cursorsEnd, index + 1);
                LONG.setRelease(block, at + STATE_OFFSET, state);
                return index;
            }
        }
        return -1;
    }

    /** Makes a cursor begin there, from now on for any process. */
    void settle(int index, long position) {
        position(index, position);
        state(index, IN_USE);
    }

    void remove(int index) {
        state(index, FREE);
    }

    boolean inUse(int index) {
        return state(index) != FREE;
    }

    private long state(int index) {
        return (long) LONG.getAcquire(block(index), cursorOffset(index) + STATE_OFFSET);
    }

    private void state(int index, long state) {
        LONG.setRelease(block(index), cursorOffset(index) + STATE_OFFSET, state);
    }

    /** The name as it is stored: a long one is cut and told apart by its hash. */
    String name(int index) {
        ByteBuffer block = block(index);
        int at = cursorOffset(index);
        int length = Math.max(0, Math.min(NAME_BYTES, block.getShort(at)));
        byte[] bytes = new byte[length];
        block.get(at + 2, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static String stored(String name) {
        if (name.getBytes(StandardCharsets.UTF_8).length <= NAME_BYTES) {
            return name;
        }
        String suffix = "~" + Integer.toHexString(name.hashCode());
        String head = name.substring(0, Math.min(name.length(), (NAME_BYTES - suffix.length()) / 3));
        return head + suffix;
    }

    long position(int index) {
        return (long) LONG.getAcquire(block(index), cursorOffset(index) + POSITION_OFFSET);
    }

    /** Persisted with release: the outbox state that allows it was stored before. */
    void position(int index, long position) {
        LONG.setRelease(block(index), cursorOffset(index) + POSITION_OFFSET, position);
    }

    long counter(int index, int counter) {
        return (long) LONG.getAcquire(block(index), counterOffset(index, counter));
    }

    void addToCounter(int index, int counter, long delta) {
        long ignored = (long) LONG.getAndAdd(block(index), counterOffset(index, counter), delta);
    }

    private static int counterOffset(int index, int counter) {
        if (counter < 0 || counter >= Cursor.COUNTERS) {
            throw new IndexOutOfBoundsException("counter=" + counter + ", counters=" + Cursor.COUNTERS);
        }
        return cursorOffset(index) + COUNTERS_OFFSET + counter * 8;
    }

    /** Within its block. */
    private static int cursorOffset(int index) {
        return index % CURSORS * CURSOR_BYTES;
    }

    long stripe(int stripe) {
        return (long) LONG.getAcquire(page, STRIPES_OFFSET + stripe * 64);
    }

    void addToStripe(int stripe, long delta) {
        long ignored = (long) LONG.getAndAdd(page, STRIPES_OFFSET + stripe * 64, delta);
    }

    void addToStripeExclusively(int stripe, long delta) {
        int at = STRIPES_OFFSET + stripe * 64;
        LONG.setRelease(page, at, (long) LONG.get(page, at) + delta);
    }

    void clearStripes() {
        for (int stripe = 0; stripe < Journal.STRIPES; stripe++) {
            LONG.setRelease(page, STRIPES_OFFSET + stripe * 64, 0L);
        }
    }
}
