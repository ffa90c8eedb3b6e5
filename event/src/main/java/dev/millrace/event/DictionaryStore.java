package dev.millrace.event;

import static dev.millrace.event.DictionaryFormat.HEADER_BYTES;
import static dev.millrace.event.DictionaryFormat.ID_SHIFT;
import static dev.millrace.event.DictionaryFormat.INT_AT;
import static dev.millrace.event.DictionaryFormat.LONG_AT;
import static dev.millrace.event.DictionaryFormat.MAX_PAYLOAD_BYTES;
import static dev.millrace.event.DictionaryFormat.PAYLOAD_OFFSET;
import static dev.millrace.event.DictionaryFormat.entryBytes;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;

/**
 * The entries of a dictionary in mapped or direct memory. Appending is lock-free and does no I/O; only
 * {@link #prepareAhead()} does.
 */
final class DictionaryStore {
    /** The whole of it: an id is at most this divided by 8. */
    static final int MAX_BYTES = 16 << 20;

    static final int FIRST_BYTES = 64 << 10;
    static final int MEMORY_BYTES = 1 << 20;

    /** A text that nobody looks up by its id. */
    private static final byte[] MARK = {'-'};

    private static final int ZEROS_BYTES = 64 << 10;
    private static final int CRC_PREFIX_BYTES = 5;

    /** Null in memory. */
    private final FileChannel channel;

    private final Path file;
    private final AtomicInteger tail = new AtomicInteger(HEADER_BYTES);

    /** Everything that is prepared: a longer mapping of the same file replaces it, and stores into either are seen. */
    private volatile ByteBuffer region;

    private volatile boolean closed;

    /** Set once, before the store is given away. */
    private boolean readOnly;

    /** Likewise. */
    private boolean unread;

    private DictionaryStore(Path file, FileChannel channel, ByteBuffer region) {
        this.file = file;
        this.channel = channel;
        this.region = region;
    }

    /** Called with each committed entry when a file is opened. */
    interface EntryVisitor {
        void entry(int id, int kind, byte[] payload);
    }

    static DictionaryStore inMemory() {
        return new DictionaryStore(
                null, null, ByteBuffer.allocateDirect(MEMORY_BYTES + 8).alignedSlice(8));
    }

    /** Opens or creates a file; whoever enters something has to {@link #readAll} of one that has entries before. */
    static DictionaryStore open(Path file) throws IOException {
        // An interrupt would close the channel, and a program may well set up logging in an interrupted thread.
        boolean interrupted = Thread.interrupted();
        try {
            return openUninterrupted(file);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static DictionaryStore openUninterrupted(Path file) throws IOException {
        createPrivately(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            long size = channel.size();
            boolean empty = size == 0;
            if (size < FIRST_BYTES) {
                writeZeros(channel, size, FIRST_BYTES);
                size = FIRST_BYTES;
            }
            int prepared = (int) Math.min(size, MAX_BYTES) & -DictionaryFormat.ALIGNMENT;
            ByteBuffer region = Mapping.map(channel, FileChannel.MapMode.READ_WRITE, 0, prepared);
            checkHeader(file, region);
            DictionaryStore store = new DictionaryStore(file, channel, region);
            store.unread = !empty;
            return store;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    /** Maps a file that another process may be writing; entries cannot be added. */
    static DictionaryStore openReadOnly(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // Who opens a pipe to read it waits for a writer, for ever.
            throw new IOException("no plain file: " + file);
        }
        boolean interrupted = Thread.interrupted();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            ByteBuffer region = mapReadOnly(channel);
            if (region.capacity() >= HEADER_BYTES && (long) LONG_AT.getAcquire(region, 0) != 0) {
                refuseForeign(file, (long) LONG_AT.getAcquire(region, 0), (int)
                        INT_AT.get(region, DictionaryFormat.VERSION_OFFSET));
            }
            DictionaryStore store = new DictionaryStore(file, channel, region);
            store.readOnly = true;
            return store;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static ByteBuffer mapReadOnly(FileChannel channel) throws IOException {
        long size = Math.min(channel.size(), MAX_BYTES) & -DictionaryFormat.ALIGNMENT;
        return channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
    }

    private static void createPrivately(Path file) throws IOException {
        try {
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            } else {
                Files.createFile(file);
            }
        } catch (FileAlreadyExistsException e) {
            // an earlier process's
        }
    }

    private static void checkHeader(Path file, ByteBuffer region) throws IOException {
        long magic = (long) LONG_AT.getAcquire(region, 0);
        int version = (int) INT_AT.get(region, DictionaryFormat.VERSION_OFFSET);
        if (magic == 0 && version <= DictionaryFormat.VERSION && version >= 0) {
            // new, or its creator died here; the magic last, so that one that is there vouches for the version
            INT_AT.set(region, DictionaryFormat.VERSION_OFFSET, DictionaryFormat.VERSION);
            LONG_AT.setRelease(region, 0, DictionaryFormat.MAGIC);
            return;
        }
        refuseForeign(file, magic, version);
    }

    private static void refuseForeign(Path file, long magic, int version) throws IOException {
        if (magic != DictionaryFormat.MAGIC) {
            throw new IOException("not a dictionary: " + file + " (magic " + Long.toHexString(magic) + ")");
        }
        if (version != DictionaryFormat.VERSION) {
            throw new IOException("dictionary of another version: " + file + " (version " + version
                    + ", this one reads " + DictionaryFormat.VERSION + ")");
        }
    }

    ByteBuffer region() {
        return region;
    }

    /** What can be read by now of a file that another process may be writing. */
    ByteBuffer currentRegion() {
        ByteBuffer now = mappedAgain(region);
        region = now;
        return now;
    }

    /**
     * Visits what is committed and whole, and sets the tail behind the last byte that was ever written.
     *
     * @return that place; -1 when some of what was written is not committed, or damaged
     */
    int readAll(EntryVisitor visitor) {
        boolean all = true;
        ByteBuffer buffer = region;
        int prepared = buffer.capacity();
        int used = HEADER_BYTES;
        int at = HEADER_BYTES;
        while (at <= prepared - DictionaryFormat.ALIGNMENT) {
            if ((long) LONG_AT.get(buffer, at) == 0) {
                at += DictionaryFormat.ALIGNMENT; // a gap, or the end
                continue;
            }
            // Behind a gap: what belongs there was claimed, and its owner may yet store it.
            all &= at == used;
            int length = (int) INT_AT.getAcquire(buffer, at);
            byte[] payload = payloadAt(buffer, at, length);
            if (payload != null) {
                visitor.entry(at >> ID_SHIFT, kindAt(buffer, at), payload);
                at += entryBytes(length);
            } else {
                // A hole or a damaged entry: its length may be part of the damage, so every word is tried.
                at += DictionaryFormat.ALIGNMENT;
                all = false;
            }
            used = at;
        }
        int end = Math.min(used, prepared);
        tail.set(end);
        return all ? end : -1;
    }

    /** Leaves out everything up to that id, for good: an entry behind it says so to the next process. */
    void goOnBehind(int id) throws IOException {
        long behind = ((long) id << ID_SHIFT) + DictionaryFormat.ALIGNMENT;
        tail.set((int) Math.max(tail.get(), Math.min(behind, maxBytes())));
        prepareAhead();
        int ignored = append(DictionaryFormat.KIND_TEXT, MARK, MARK.length);
    }

    /** Appends an entry and returns its id once it is committed; 0 when there is no room. */
    int append(int kind, byte[] payload, int length) {
        if (closed || readOnly || length > MAX_PAYLOAD_BYTES) {
            return 0;
        }
        ByteBuffer buffer = region;
        int size = entryBytes(length);
        int at = tail.get();
        // Not an add: a claim must never lie beyond what is prepared, and entries are too rare for the loop to matter.
        while (true) {
            if (at > buffer.capacity() - size) {
                return 0;
            }
            int witness = tail.compareAndExchange(at, at + size);
            if (witness == at) {
                break;
            }
            at = witness;
        }
        int id = at >> ID_SHIFT;
        INT_AT.setRelease(buffer, at, length == 0 ? Integer.MIN_VALUE : -length);
        VarHandle.storeStoreFence(); // the header is in the file before anything behind it
        buffer.put(at + DictionaryFormat.KIND_OFFSET, (byte) kind);
        buffer.put(at + PAYLOAD_OFFSET, payload, 0, length);
        INT_AT.set(buffer, at + DictionaryFormat.CRC_OFFSET, crc(id, kind, payload, length));
        INT_AT.setRelease(buffer, at, length); // pairs with the acquire in payload()
        return id;
    }

    /** The payload of a committed entry of that kind; null when there is none. */
    byte[] payload(int id, int kind) {
        ByteBuffer buffer = region;
        if (readOnly && id > (buffer.capacity() - PAYLOAD_OFFSET - MAX_PAYLOAD_BYTES) >> ID_SHIFT) {
            buffer = mappedAgain(buffer);
        }
        if (id < (HEADER_BYTES >> ID_SHIFT) || id > (buffer.capacity() - PAYLOAD_OFFSET) >> ID_SHIFT) {
            return null;
        }
        int at = id << ID_SHIFT;
        byte[] payload = payloadAt(buffer, at, (int) INT_AT.getAcquire(buffer, at));
        return payload != null && kindAt(buffer, at) == kind ? payload : null;
    }

    /** The entry may reach behind what is mapped here: the writer's file may have grown since. */
    private ByteBuffer mappedAgain(ByteBuffer before) {
        try {
            if (closed
                    || channel == null
                    || Math.min(channel.size(), MAX_BYTES) < before.capacity() + DictionaryFormat.ALIGNMENT) {
                return before;
            }
            region = mapReadOnly(channel);
            return region;
        } catch (IOException e) {
            // The entry is shown as missing, as any other that cannot be read.
            return before;
        }
    }

    private static int kindAt(ByteBuffer buffer, int at) {
        return buffer.get(at + DictionaryFormat.KIND_OFFSET);
    }

    private static byte[] payloadAt(ByteBuffer buffer, int at, int length) {
        if (length <= 0 || length > MAX_PAYLOAD_BYTES || length > buffer.capacity() - at - PAYLOAD_OFFSET) {
            return null;
        }
        int kind = (int) INT_AT.get(buffer, at + DictionaryFormat.KIND_OFFSET);
        if (kind != DictionaryFormat.KIND_TEXT && kind != DictionaryFormat.KIND_FRAME) {
            return null; // cheaper than the checksum, where every word is tried
        }
        byte[] payload = new byte[length];
        buffer.get(at + PAYLOAD_OFFSET, payload, 0, length);
        int crc = (int) INT_AT.get(buffer, at + DictionaryFormat.CRC_OFFSET);
        return crc == crc(at >> ID_SHIFT, kind, payload, length) ? payload : null;
    }

    /** Covers the id as well: an entry that lies elsewhere than it was written is none. */
    private static int crc(int id, int kind, byte[] payload, int length) {
        byte[] prefix = new byte[CRC_PREFIX_BYTES];
        EventFormat.INT.set(prefix, 0, id);
        prefix[4] = (byte) kind;
        CRC32C crc = new CRC32C();
        crc.update(prefix, 0, prefix.length);
        crc.update(payload, 0, length);
        return (int) crc.getValue();
    }

    /** Whether the file was there before, and has to be read before something is entered. */
    boolean isUnread() {
        return unread;
    }

    /** Whether nothing was ever written. */
    boolean isEmpty() {
        return tail.get() == HEADER_BYTES;
    }

    /** Whether less than a quarter is left: then only what is known to repeat should be entered. */
    boolean isScarce() {
        return tail.get() > maxBytes() - maxBytes() / 4;
    }

    private int maxBytes() {
        return channel == null ? MEMORY_BYTES : MAX_BYTES;
    }

    /** Extends the file and its mapping when little is left of what is prepared. One thread at a time. */
    void prepareAhead() throws IOException {
        int prepared = region.capacity();
        if (closed || readOnly || channel == null || prepared >= MAX_BYTES || tail.get() < prepared / 2) {
            return;
        }
        int wanted = Math.min(MAX_BYTES, Math.max(prepared, Integer.highestOneBit(tail.get())) * 2);
        // An interrupt would close the channel for good.
        boolean interrupted = Thread.interrupted();
        try {
            writeZeros(channel, prepared, wanted);
            region = Mapping.map(channel, FileChannel.MapMode.READ_WRITE, 0, wanted);
        } catch (IOException e) {
            throw new IOException(
                    "dictionary not extended: " + file + " (" + prepared + " to " + wanted + " bytes)", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Real writes: a full disk is an exception here instead of a fault in whoever stores later. */
    private static void writeZeros(FileChannel channel, long from, long to) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(ZEROS_BYTES);
        long at = from;
        while (at < to) {
            zeros.clear().limit((int) Math.min(ZEROS_BYTES, to - at));
            at += channel.write(zeros, at);
        }
    }

    void close() {
        closed = true;
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // the mapping stays, and nothing was buffered in the channel
            }
        }
    }
}
