package dev.millrace.core.outbox;

import dev.millrace.event.Mapping;
import dev.millrace.journal.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

/**
 * Holds one rendered batch until every byte of it is in its file.
 *
 * <p>What must hold, whatever the instant of a kill: a batch whose header was committed is finished by the next start,
 * byte for byte; one whose header was not is rendered again from the journal; one that is marked done is left alone.
 * Stores into the mapping survive a kill, in program order; they do not survive the machine, so the data area is not
 * trusted after a reboot.
 *
 * <p>Belongs to one lane; not thread-safe.
 *
 * @since 0.1.0
 */
public final class Outbox implements Closeable {
    private static final int FIRST_DATA_BYTES = 64 << 10;
    private static final byte[] ZEROS = new byte[64 << 10];
    private static final int ANY = Integer.MAX_VALUE;
    // Smaller than any usual one: what was rendered for a larger one is rendered again, and gives its regions back.
    private static final int SMALL_BATCH_BYTES = 256 << 10;
    // What is put together ahead of its turn; the batches that are not have the room in front, and that behind if they
    // are larger. A disk that has not many times as much left is for the journal.
    private static final int REGIONS = 5;
    private static final int REGIONS_BEGIN = 3 * TextRegion.BYTES;
    private static final int REGIONS_END = REGIONS_BEGIN + REGIONS * TextRegion.BYTES;
    private static final long DISK_BYTES_FOR_REGIONS = 16L * REGIONS_END;

    private final Path path;
    private final long identity;
    private final ByteBuffer headers;
    // For a header that is put together: where a call writes by itself, each event is one.
    private final byte[] page = new byte[OutboxFormat.SLOT_BYTES];
    private final long[] words = new long[OutboxFormat.WORDS];
    private ByteBuffer data;
    private int slot;
    private long sequence;
    private OutboxBatch batch;
    // Where its bytes are, and in which mapping: while it is pending the data may be mapped again, by the file's name.
    private int begin;
    private ByteBuffer mapped;
    private boolean pending;
    private final boolean damaged;
    // Empty unless the batch goes to several files; null when their table is damaged.
    private List<OutboxPart> parts = List.of();
    private String movingKey;
    private Path pathOfBytes;
    private byte[] pathBytes = new byte[0];
    // Behind a growth that failed: how large it had to become, and how large batches should be meanwhile.
    private int wantedBytes;
    private int mostBytes = ANY;
    // Null before the first one was asked for.
    private TextRegion[] regions;
    private boolean hasNoRegions;

    /** {@code keptBytes}: of the data, what an earlier process left; behind it are zeros that nobody has rendered. */
    private Outbox(Path path, ByteBuffer headers, ByteBuffer data, long keptBytes) {
        this.path = path;
        this.identity = path == null ? FileIdentity.NONE : FileIdentity.of(path);
        this.headers = headers;
        this.data = data;
        this.mapped = data;
        this.damaged = OutboxFormat.isDamaged(headers, keptBytes);
        OutboxFormat.Header newest = OutboxFormat.newest(headers, keptBytes);
        if (newest != null) {
            slot = newest.slot();
            sequence = newest.sequence();
            batch = newest.batch();
            begin = newest.begin();
            pending = !newest.done();
            if (batch.hasParts()) {
                parts = PartsFormat.read(data, batch.parts(), batch.length());
            }
        }
    }

    /**
     * Opens or creates an outbox, readable by its owner only.
     *
     * @throws IOException when it cannot be created, for example because the disk is full
     */
    public static Outbox open(Path path) throws IOException {
        try (FileChannel channel = openOrCreate(path)) {
            long size = channel.size();
            long wanted = Math.max(size, OutboxFormat.DATA_OFFSET + FIRST_DATA_BYTES);
            writeZeros(channel, size, wanted);
            int dataBytes = (int) Math.min(wanted - OutboxFormat.DATA_OFFSET, Integer.MAX_VALUE);
            return new Outbox(
                    path,
                    Mapping.map(channel, FileChannel.MapMode.READ_WRITE, 0, OutboxFormat.DATA_OFFSET),
                    Mapping.map(channel, FileChannel.MapMode.READ_WRITE, OutboxFormat.DATA_OFFSET, dataBytes),
                    size - OutboxFormat.DATA_OFFSET);
        }
    }

    /**
     * What it holds stands for nothing in the journal from now on: the machine was restarted, and its pages came to the
     * disk at other moments than the journal's.
     */
    public void distrust() {
        if (batch != null && batch.hasPosition()) {
            boolean done = !pending;
            writeHeader(batch.withoutPosition(), begin, mapped);
            if (done) {
                markDone();
            }
        }
    }

    /** An outbox for a journal in memory: it finishes what a failing write interrupts, but not what a kill does. */
    public static Outbox inMemory() {
        return new Outbox(
                null,
                ByteBuffer.allocateDirect(OutboxFormat.DATA_OFFSET),
                ByteBuffer.allocateDirect(FIRST_DATA_BYTES),
                0);
    }

    /** The batch of the newest header, whether or not it is out; null in a new outbox. */
    public OutboxBatch batch() {
        return batch;
    }

    /** Whether it holds what is no batch any more: somebody wrote to the file or cut it. */
    public boolean isDamaged() {
        return damaged;
    }

    /** Whether bytes of {@link #batch()} may still have to be written. */
    public boolean isPending() {
        return pending;
    }

    /**
     * How large the next batch should be, about: smaller than {@code usualBytes} while its disk has no room for such a
     * one. What the journal holds there is given back only behind batches, so some have to fit.
     */
    public int batchBytes(int usualBytes) {
        return Math.min(usualBytes, mostBytes);
    }

    /** The bytes of the pending batch that are not known to be in the file. */
    public ByteBuffer rest() {
        return mapped.slice(begin + batch.start(), batch.length() - batch.start());
    }

    /** The bytes of the pending batch before {@code start}. */
    public ByteBuffer before(int start) {
        return mapped.slice(begin, start);
    }

    /**
     * A place for the text of a batch that comes later; null where there is none. Whoever takes it gives it back once the
     * batch is done, or comes to nothing.
     */
    public TextRegion region() {
        // Where the disk has no room, a large batch has that of the regions.
        if (mostBytes != ANY || (regions == null && !makeRegions())) {
            return null;
        }
        for (TextRegion region : regions) {
            if (!region.isTaken() && (!pending || !region.overlaps(begin, begin + batch.length()))) {
                region.take();
                return region;
            }
        }
        return null;
    }

    private boolean makeRegions() {
        try {
            if (hasNoRegions || path == null || path.toFile().getUsableSpace() < DISK_BYTES_FOR_REGIONS) {
                return false;
            }
            if (data.capacity() < REGIONS_END) {
                growTo(REGIONS_END);
            }
            TextRegion[] made = new TextRegion[REGIONS];
            for (int i = 0; i < REGIONS; i++) {
                made[i] = new TextRegion(this, REGIONS_BEGIN + i * TextRegion.BYTES, data);
            }
            // Growing has ended in memory where the file is gone.
            regions = hasNoRegions ? null : made;
        } catch (IOException | RuntimeException | Error e) {
            hasNoRegions = true;
        }
        return regions != null;
    }

    /** Where a batch of some length does not stand in the way of what is put together for later ones. */
    private int placeOf(int length) {
        if (regions != null && length > REGIONS_BEGIN) {
            for (TextRegion region : regions) {
                if (region.isTaken()) {
                    return REGIONS_END;
                }
            }
        }
        return 0;
    }

    /** Whether a region is one of this outbox. */
    public boolean owns(TextRegion region) {
        return regions != null && region.isOf(this);
    }

    /**
     * Commits the batch whose text is in a region of this outbox. When this returns, the batch is finished whatever happens.
     *
     * @throws IllegalStateException when a batch is pending
     */
    public void commit(OutboxBatch next, TextRegion region) {
        refuseIfPending();
        region.look();
        writeHeader(next, region.begin(), region.mapped());
    }

    /**
     * Commits a batch of {@code next.length()} bytes. When this returns, the batch is finished whatever happens.
     *
     * @throws IOException when the outbox cannot grow to the batch's size; nothing has changed then
     * @throws IllegalStateException when a batch is pending
     */
    public void commit(OutboxBatch next, byte[] bytes) throws IOException {
        refuseIfPending();
        int place = placeOf(next.length());
        ensure(Math.addExact(place, next.length()));
        data.put(place, bytes, 0, next.length());
        writeHeader(next, place, data);
    }

    private void refuseIfPending() {
        if (pending) {
            throw new IllegalStateException("batch " + sequence + " is not out yet");
        }
    }

    /** Room for the bytes of a batch that {@link #commitParts} commits; none may be pending. */
    public ByteBuffer room(int length) throws IOException {
        refuseIfPending();
        ensure(length);
        return data.slice(0, length);
    }

    /**
     * Commits a batch whose bytes are in the {@link #room} and go to several files. When this returns, the batch is
     * finished whatever happens.
     *
     * @throws IOException when the outbox cannot grow to the table's size; nothing has changed then
     */
    public void commitParts(OutboxBatch next, List<OutboxPart> nextParts) throws IOException {
        writeParts(next, nextParts, next.length());
    }

    /** Commits how far the parts are: those in front of the first of {@code rest} are out. */
    public void continueParts(List<OutboxPart> rest) throws IOException {
        PartsTable now = batch.parts();
        byte[] table = PartsFormat.encode(rest);
        boolean fitsBefore = align(batch.length()) + table.length <= now.offset();
        writeParts(batch, rest, fitsBefore ? batch.length() : now.offset() + now.length());
    }

    private void writeParts(OutboxBatch next, List<OutboxPart> nextParts, int behind) throws IOException {
        byte[] table = PartsFormat.encode(nextParts);
        // Before the header: a batch that is committed has its parts, however short memory is.
        List<OutboxPart> copy = List.copyOf(nextParts);
        int offset = align(behind);
        ensure(offset + table.length);
        data.put(offset, table);
        writeHeader(next.withParts(new PartsTable(offset, table.length, PartsFormat.check(table))), 0, data);
        parts = copy;
    }

    private static int align(int offset) {
        return (offset + 7) & -8;
    }

    /** The parts of {@link #batch()}, in the order in which they are written; null when they cannot be read. */
    public List<OutboxPart> parts() {
        return parts;
    }

    /** Number of parts that are out. */
    public int partsOut() {
        return PartsFormat.out(data, batch.parts(), parts.size());
    }

    /** Marks the first part that is not out as out. */
    public void markPartOut() {
        PartsFormat.markOut(data, batch.parts(), partsOut() + 1);
    }

    /** The bytes of a part that are not known to be in its file. */
    public ByteBuffer rest(OutboxPart part) {
        return data.slice(part.start(), part.end() - part.start());
    }

    /** Says whose files the next steps of rolls are about, where a sink has some for each key; null: no key's. */
    public void movesOf(String key) {
        movingKey = key;
    }

    /** Commits that the first {@code start} bytes are out and the rest goes behind {@code offset} of {@code file}. */
    public void continueAt(int start, Path file, long identity, long offset) {
        writeHeader(batch.continuedAt(start, identity, offset, file), begin, mapped);
    }

    /**
     * Commits a step of a roll. When this returns, the step is finished whatever happens, unless {@link #markDone()}
     * gives it up. A pending step may be replaced by another way to do it.
     *
     * @return false when the names are too long to be kept; nothing has changed then
     * @throws IllegalStateException when a batch is pending
     */
    public boolean commitMove(Path from, long fromIdentity, RollMark roll, FileMove move) {
        if (pending && batch.move() == null) {
            throw new IllegalStateException("batch " + sequence + " is not out yet");
        }
        if (!OutboxFormat.fit(from, move.target(), movingKey)) {
            return false;
        }
        writeHeader(OutboxBatch.moveAfter(batch, from, fromIdentity, roll, move, movingKey), 0, data);
        return true;
    }

    /** Marks the batch, or the step of a roll, as done. */
    public void markDone() {
        OutboxFormat.markDone(headers, slot, sequence);
        pending = false;
    }

    private void writeHeader(OutboxBatch next, int nextBegin, ByteBuffer nextMapped) {
        if (pathOfBytes != next.file()) {
            pathBytes = OutboxFormat.pathBytes(next.file());
            pathOfBytes = next.file();
        }
        int nextSlot = 1 - slot;
        OutboxFormat.write(headers, page, words, nextSlot, sequence + 1, nextBegin, next, pathBytes);
        slot = nextSlot;
        begin = nextBegin;
        mapped = nextMapped;
        sequence++;
        batch = next;
        parts = List.of();
        pending = true;
    }

    private void ensure(int length) throws IOException {
        boolean fits = length <= data.capacity();
        if (fits && mostBytes == ANY) {
            return;
        }
        int wanted = fits ? wantedBytes : length;
        try {
            growTo(wanted);
            mostBytes = ANY;
        } catch (IOException e) {
            wantedBytes = wanted;
            int half = data.capacity() >>> 1;
            mostBytes = fits || mostBytes > half ? half : Math.min(half >>> 4, SMALL_BATCH_BYTES);
            if (!fits) {
                throw new FileSystemException(path.toString(), null, e.getMessage());
            }
        }
    }

    private void growTo(int neededBytes) throws IOException {
        int target = Math.max(FIRST_DATA_BYTES, Integer.highestOneBit(Math.max(neededBytes - 1, 1)) << 1);
        // Never smaller: regions may have been made meanwhile.
        target = Math.max(Math.max(target, neededBytes), data.capacity());
        if (path == null) {
            growInMemory(target);
            return;
        }
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (FileIdentity.of(path) != identity) {
                // As where there is none: another process has made this one.
                throw new NoSuchFileException(null);
            }
            long size = channel.size();
            try {
                writeZeros(channel, size, OutboxFormat.DATA_OFFSET + (long) target);
                data = Mapping.map(channel, FileChannel.MapMode.READ_WRITE, OutboxFormat.DATA_OFFSET, target);
            } catch (IOException e) {
                // Others need what is left of the disk.
                channel.truncate(size);
                throw e;
            }
        } catch (NoSuchFileException e) {
            // The journal was closed and removed: only late callers' events pass through, and no start will look here.
            growInMemory(target);
        }
    }

    private void growInMemory(int target) {
        ByteBuffer grown = ByteBuffer.allocateDirect(target);
        grown.put(0, data, 0, data.capacity());
        data = grown;
        // What is put into them would be in the buffer before.
        regions = null;
        hasNoRegions = true;
    }

    /** Written and not extended: a full disk is an exception here and not a fault in a later store. */
    private static void writeZeros(FileChannel channel, long from, long to) throws IOException {
        long position = from;
        while (position < to) {
            int count = (int) Math.min(ZEROS.length, to - position);
            position += channel.write(ByteBuffer.wrap(ZEROS, 0, count), position);
        }
    }

    private static FileChannel openOrCreate(Path path) throws IOException {
        try {
            return PrivateFiles.open(
                    path, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
        } catch (FileAlreadyExistsException e) {
            return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** Removes the outbox's file; to be called only when nothing is pending. The mapping stays usable. */
    public void delete() throws IOException {
        if (path != null && FileIdentity.of(path) == identity) {
            Files.deleteIfExists(path);
        }
    }

    /** Nothing is held open; the mapping goes with its buffers. */
    @Override
    public void close() {}
}
