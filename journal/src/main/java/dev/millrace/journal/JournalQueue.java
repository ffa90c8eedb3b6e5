package dev.millrace.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A persistent queue of records on local storage: any number of threads of one process append, any number of
 * {@link Tailer}s in this and other processes read, each all of it.
 *
 * <p>A record whose append has returned survives the process. What survives the machine is the choice of
 * {@link QueueSync}; what is kept, that of {@link QueueRetention}. The queue may be larger than memory: neither heap nor
 * time to open grow with it.
 *
 * <p>Thread-safe; any thread may call {@link #close()} while others append.
 *
 * @since 0.1.0
 */
public final class JournalQueue implements AutoCloseable {
    /** Name under which the journal keeps what retention keeps. */
    private static final String PIN = "retention";

    private static final String CURSORS = "cursors";
    private static final String JOURNAL = "0";

    private final Path directory;
    private final QueueLock lock;
    final Journal journal;
    final QueueOptions options;
    private final QueueTail tail;
    private final QueueKeeper keeper;
    final Syncer syncer;
    private final CursorSync cursorSync;
    private final TimedSync timedSync;
    private final QueueDisk disk;
    private final QueueArchives archives;
    private final QueueNews news;
    private final Scratch scratch = new Scratch();
    private final boolean syncsEveryAppend;
    private volatile boolean closed;

    private JournalQueue(
            Path directory,
            JournalSlot slot,
            Journal journal,
            QueueOptions options,
            QueueNews news,
            SegmentArchive.Output archived,
            QueueDisk disk)
            throws IOException {
        this.directory = directory;
        this.lock = new QueueLock(slot, options.listener(), news);
        this.journal = journal;
        this.options = options;
        this.syncsEveryAppend = options.sync().isEveryAppend();
        this.news = news;
        this.disk = disk;
        int found = journal.control.find(PIN);
        int pin = found < 0 ? journal.control.add(PIN, 0) : found;
        this.tail = new QueueTail(journal);
        this.syncer = new Syncer(journal, tail, disk);
        this.archives = QueueArchives.open(journal, archived, slot::isGone);
        this.keeper = new QueueKeeper(journal, tail, options, cursors(directory), pin, archives);
        this.cursorSync = new CursorSync(cursors(directory), journal.control.journalId(), disk);
        this.timedSync = new TimedSync(
                options,
                directory,
                () -> {
                    syncer.sync(tail.position());
                    return false;
                },
                () -> {
                    cursorSync.sync();
                    return false;
                });
    }

    /**
     * Opens the queue in {@code directory} for appending: creates it, or recovers what an earlier process left, however
     * that ended.
     *
     * @throws JournalException when another process appends to it ({@link JournalNotice#SLOT_SHARED}), when the directory
     *     cannot hold a queue, or when what is there is damaged or newer; nothing is changed then
     */
    public static JournalQueue open(Path directory, QueueOptions options) throws JournalException {
        return open(directory, options, new JournalOpener());
    }

    static JournalQueue open(Path directory, QueueOptions options, JournalOpener opener) throws JournalException {
        return open(directory, options, opener, new QueueDisk());
    }

    static JournalQueue open(Path directory, QueueOptions options, JournalOpener opener, QueueDisk disk)
            throws JournalException {
        // An interrupt closes files.
        boolean interrupted = Thread.interrupted();
        try {
            return openUninterrupted(directory, options, opener, disk);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static JournalQueue openUninterrupted(
            Path directory, QueueOptions options, JournalOpener opener, QueueDisk disk) throws JournalException {
        Path home = directory.toAbsolutePath().normalize();
        JournalSlot slot = claim(home);
        boolean opened = false;
        try {
            refuseDamaged(slot.directory());
            createCursors(home);
            QueueNews news = new QueueNews(options.listener(), home);
            Journal journal = openJournal(home, slot, options, news, opener, disk);
            JournalQueue queue = null;
            try {
                queue = new JournalQueue(home, slot, journal, options, news, opener::archiveOutput, disk);
                queue.timedSync.start();
                queue.keeper.start();
                queue.lock.start();
                opened = true;
                return queue;
            } finally {
                if (!opened) {
                    if (queue != null) {
                        // The system may have refused the second thread.
                        boolean ignored = queue.stopThreads();
                    }
                    journal.close();
                }
            }
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED, "the queue cannot be opened in " + home + ": " + e, e);
        } finally {
            if (!opened) {
                slot.close();
            }
        }
    }

    /**
     * Takes the only slot below {@code home}, for a journal that one process at a time appends to.
     *
     * @throws JournalException with {@link JournalNotice#SLOT_SHARED} when another one does
     */
    private static JournalSlot claim(Path home) throws JournalException {
        try {
            JournalSlot.createPrivate(home);
            JournalSlot slot = Uninterrupted.result(() -> JournalSlot.tryClaim(home, 0));
            if (slot == null) {
                throw new JournalException(
                        JournalNotice.SLOT_SHARED,
                        "another process, or another part of this one, has the queue open for appending: directory="
                                + home + " (close it there, or only read here)",
                        null);
            }
            slot.ownsHome = false;
            slot.createDirectory();
            return slot;
        } catch (JournalException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED, "the queue cannot be opened in " + home + ": " + e, e);
        }
    }

    private static Journal openJournal(
            Path home, JournalSlot slot, QueueOptions options, QueueNews news, JournalOpener opener, QueueDisk disk)
            throws IOException {
        JournalMapping.forGood();
        long budget = options.budgetBytes() != 0 ? options.budgetBytes() : defaultBudget(slot.directory(), disk);
        ControlPage control = ControlPage.openReadOnly(slot.directory().resolve(JournalOpener.CONTROL));
        if (control != null && options.segmentBytes() != 0 && options.segmentBytes() != control.segmentBytes()) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED,
                    "the queue was created with other segments: directory=" + home + ", segmentBytes="
                            + control.segmentBytes() + ", asked for " + options.segmentBytes()
                            + " (leave it 0, or begin another queue)",
                    null);
        }
        int segmentBytes = control != null
                ? control.segmentBytes()
                : options.segmentBytes() != 0 ? options.segmentBytes() : segmentBytes(budget);
        requireRoom(options, budget, segmentBytes);
        long furthest = control == null ? 0 : QueueCursors.furthest(cursors(home), control.journalId());
        JournalOptions journalOptions =
                new JournalOptions(budget, segmentBytes, options.block(), options.recordChecksums(), news);
        try {
            Journal journal =
                    opener.open(slot.directory(), journalOptions, furthest < Long.MAX_VALUE / 2 ? furthest : 0);
            journal.stampBoot();
            return journal;
        } catch (JournalException e) {
            if (!(e.getCause() instanceof IOException)) {
                throw e;
            }
            throw new JournalException(
                    e.notice(),
                    e.getMessage() + ", usableBytes="
                            + Files.getFileStore(home).getUsableSpace()
                            + " (nothing is lost: free space, or mend the cause, and open it again)",
                    e.getCause());
        }
    }

    /**
     * The oldest segment must be able to go before the space ends: where appends wait, up to half a segment at the end is
     * unused, a reserve and what is too short for the longest record.
     */
    private static void requireRoom(QueueOptions options, long budget, int segmentBytes) throws JournalException {
        long bytes = options.retention().bytes();
        long segments = budget / (segmentBytes + SegmentFormat.HEADER_BYTES);
        long most = (segments - 2) * segmentBytes;
        if (options.retention().keepsAll()
                ? options.compression() != QueueCompression.NONE && segments < QueueKeeper.LEAST_SEGMENTS
                : bytes != Long.MAX_VALUE && bytes > most) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED,
                    "budget too small for what is kept: budgetBytes=" + budget + ", segmentBytes=" + segmentBytes
                            + ", retention.bytes=" + bytes + ", maximum=" + most + " (raise it, or keep less; to"
                            + " compress takes " + QueueKeeper.LEAST_SEGMENTS + " segments)",
                    null);
        }
    }

    /** Half of what the disk would have without the queue, so that the next opening finds what the first one found. */
    private static long defaultBudget(Path journal, QueueDisk disk) throws IOException {
        long used = 0;
        long segments = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(journal)) {
            for (Path file : files) {
                long bytes = Files.size(file);
                used += bytes;
                segments += FileSegmentStore.numberOf(file.getFileName().toString()) >= 0 ? bytes : 0;
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        long half = (disk.usableBytes(journal) + used) / 2;
        return Math.max(JournalOptions.MIN_BUDGET_BYTES, Math.max(segments, half));
    }

    private static int segmentBytes(long budget) {
        long share = Long.highestOneBit(Math.max(1, budget / 16));
        return (int) Math.max(SegmentFormat.MIN_SEGMENT_BYTES, Math.min(SegmentFormat.MAX_SEGMENT_BYTES, share));
    }

    private static void refuseDamaged(Path journal) throws IOException {
        Path control = journal.resolve(JournalOpener.CONTROL);
        if (ControlPage.openReadOnly(control) == null
                && (!ControlPage.isUnfinished(control) || JournalOpener.hasSegments(journal))) {
            throw new JournalException(
                    JournalNotice.DAMAGED,
                    "half a queue: the control file is missing or not whole, and without it the segments cannot be"
                            + " read: file=" + control + " (restore it from a copy, or move the directory away)",
                    null);
        }
    }

    private static void createCursors(Path home) throws IOException {
        try {
            PrivateFiles.createDirectory(cursors(home));
        } catch (FileAlreadyExistsException e) {
            // An earlier process's.
        }
    }

    static Path journal(Path directory) {
        return directory.resolve(JOURNAL);
    }

    static Path cursors(Path directory) {
        return directory.resolve(CURSORS);
    }

    /**
     * Appends a record and returns its position. Waits for a spent budget, unless {@link QueueOptions#withBlock} says
     * otherwise, for space that is being prepared, and for the disk of {@link QueueSync#everyAppend()}; for nothing else.
     *
     * @throws AppendRefusedException when it is not appended
     * @throws IllegalArgumentException when it is longer than {@link #maxRecordBytes()}
     */
    public long append(byte[] bytes, int offset, int length) {
        // Else they would spend the memory that takes the place of the files, and wait for more.
        boolean refused = closed || news.filesVanished();
        long position = refused ? Journal.REFUSED_CLOSED : journal.append(bytes, offset, length, 0);
        // Asked behind the append as well, which may have waited for space and got memory.
        if (position < 0 || news.filesVanished()) {
            throw refused(position);
        }
        if (syncsEveryAppend) {
            syncer.sync(position + RecordFormat.recordBytes(length + RecordFormat.CHECKSUM_BYTES));
        }
        return position;
    }

    /** As {@link #append(byte[], int, int)}, the whole array. */
    public long append(byte[] bytes) {
        return append(bytes, 0, bytes.length);
    }

    /** Appends a value and returns its position. When the codec throws, nothing is appended. */
    public <T> long append(Codec<T> codec, T value) {
        int place = Scratch.placeOf(Thread.currentThread());
        RecordOutput output = scratch.borrow(place);
        try {
            codec.encode(value, output);
            return append(output.bytes(), 0, output.length());
        } finally {
            scratch.giveBack(place, output);
        }
    }

    /** An appender for the values of one thread, which must not share it; see {@link QueueAppender}. */
    public QueueAppender appender() {
        return new QueueAppender(this);
    }

    private AppendRefusedException refused(long code) {
        if (closed) {
            return new AppendRefusedException(
                    AppendRefusedException.Reason.CLOSED, "the queue is closed: directory=" + directory);
        }
        if (news.filesVanished()) {
            return new AppendRefusedException(AppendRefusedException.Reason.DISK, news.vanishedMessage());
        }
        if (code == Journal.REFUSED_BUDGET) {
            return new AppendRefusedException(
                    AppendRefusedException.Reason.BUDGET,
                    "the queue's budget is spent: directory=" + directory + ", budgetBytes="
                            + journal.options.budgetBytes() + " (a tailer lags, or retention keeps too much)");
        }
        return new AppendRefusedException(
                AppendRefusedException.Reason.DISK,
                "the disk is full or fails: directory=" + directory + " (free space; appends then go on)");
    }

    /** Opens a tailer without a name at the oldest record; see {@link Tailer#open(Path)}. */
    public Tailer tailer() throws JournalException {
        return Tailer.open(directory);
    }

    /** Opens the tailer of that name; see {@link Tailer#open(Path, String, CursorTerms)}. */
    public Tailer tailer(String name, CursorTerms terms) throws JournalException {
        return Tailer.open(directory, name, terms, System::nanoTime, options.listener());
    }

    /** Where all named tailers stand. Files that are no cursors are left out. */
    public List<QueueCursor> cursors() throws IOException {
        List<QueueCursor> found = new ArrayList<>();
        for (Map.Entry<String, CursorFile.State> cursor : cursorStates().entrySet()) {
            CursorFile.State state = cursor.getValue();
            if (state.whole()) {
                found.add(new QueueCursor(
                        cursor.getKey(), state.position(), state.required(), Instant.ofEpochMilli(state.seenMs())));
            }
        }
        return found;
    }

    private Map<String, CursorFile.State> cursorStates() throws IOException {
        return Uninterrupted.result(() -> QueueCursors.all(cursors(directory), journal.control.journalId()));
    }

    /**
     * Forgets a named cursor, so that it holds nothing any more.
     *
     * @throws JournalException when its tailer is open somewhere
     */
    public void removeCursor(String name) throws IOException {
        CursorFile lock = CursorFile.lock(cursors(directory), name);
        try {
            if (Files.deleteIfExists(CursorFile.file(cursors(directory), name))) {
                // Else a loss of power could bring it back, and what it holds.
                disk.forceDirectory(cursors(directory));
            }
        } finally {
            lock.close();
        }
    }

    /**
     * Returns when everything that was appended before is on the disk, whatever the policy, and all that named tailers have
     * committed. After a loss of power it is known to be whole. Without record checksums a block of 64 KiB ends with each
     * sync, and what is left of it is padding: who syncs often says so with {@link QueueOptions#withSync}.
     *
     * @throws java.io.UncheckedIOException when the disk does not take it
     */
    public void sync() {
        syncer.sync(tail.position());
        try {
            cursorSync.sync();
        } catch (IOException e) {
            throw new UncheckedIOException("cursors are not on the disk: directory=" + directory + ": " + e, e);
        }
    }

    /** Position behind the last record. */
    public long endPosition() {
        return tail.position();
    }

    /** Bytes of all segments that exist, compressed ones as what their files take. */
    public long usedBytes() {
        return journal.usedBytes() + archives.bytes();
    }

    /** Longest record in bytes. */
    public int maxRecordBytes() {
        return journal.maxRecordBytes();
    }

    /** Directory of the queue. */
    public Path directory() {
        return directory;
    }

    /**
     * Seals everything, syncs unless the policy is none, and gives the queue to the next who opens it.
     *
     * <p>Any thread may call it, while others append: it waits for appends that are under way and for the disk, 10 seconds at
     * most each, and refuses those that wait for space or come later. Tailers stay open, and read and commit as before. Where
     * something hangs that may still write to the files, or a file is damaged so that nobody can tell, the queue stays locked
     * as long as the process lives, and the listener is told.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        boolean stopped = stopThreads();
        boolean ended = false;
        try {
            ended = tail.close();
            if (!options.sync().isNone()) {
                sync();
            }
        } catch (InternalError e) {
            // Thrown late where a file was cut, also out of a handler.
            journal.tell(JournalNotice.DAMAGED, "not on the disk, a file cannot be read or was cut: " + directory, e);
        } finally {
            if (stopped && ended) {
                lock.close();
            } else {
                journal.tell(
                        JournalNotice.SLOT_SHARED,
                        "a thread hangs or a file is damaged, the queue stays locked: " + directory,
                        null);
            }
        }
    }

    /** Its own, not the journal's; false where one hangs. */
    private boolean stopThreads() {
        boolean stopped = timedSync.stop();
        return keeper.stop() && stopped;
    }
}
