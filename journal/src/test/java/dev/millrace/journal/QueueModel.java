package dev.millrace.journal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * A queue, and beside it what it must hold: a list of what was appended and a position for each named tailer. Every step
 * works in every state, so that any of them can be left out of a program.
 */
final class QueueModel implements AutoCloseable {
    static final int TAILERS = 2;

    private static final long BUDGET_BYTES = 3L << 20;
    private static final int SEGMENT = SegmentFormat.MIN_SEGMENT_BYTES;
    private static final int BOOT_OFFSET = 40;
    private static final int PAGE = 4096;

    /** What the queue's files may do and the model does not know better. */
    static final class Wrong extends AssertionError {
        private static final long serialVersionUID = 1;

        Wrong(String message) {
            super(message);
        }
    }

    private record Appended(long number, long position) {}

    private static final Codec<Long> THROWING = new Codec<>() {
        @Override
        public void encode(Long value, RecordOutput out) {
            out.putLong(value);
            throw new IllegalStateException("a codec that throws");
        }

        @Override
        public Long decode(RecordInput in, Long reuse) {
            return in.getLong();
        }
    };

    private final Path parent;
    private final QueueOptions options;
    private final FaultyFiles files = new FaultyFiles();
    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private final List<Appended> appended = new ArrayList<>();

    private final Map<Integer, Tailer> tailers = new HashMap<>();

    /** Where each tailer stands, and what it has committed. */
    private final long[] places = new long[TAILERS];

    private final long[] committed = new long[TAILERS];
    private long numbers;
    private int copies;
    private JournalQueue queue;

    QueueModel(Path parent, boolean keepsAll, boolean recordChecksums, QueueCompression compression) throws Exception {
        this.parent = parent;
        this.options = QueueOptions.defaults()
                .withSegmentBytes(SEGMENT)
                .withBudgetBytes(BUDGET_BYTES)
                .withBlock(false)
                .withRecordChecksums(recordChecksums)
                .withCompression(compression)
                .withListener((notice, message, cause) -> told.add(notice + " " + message))
                .withRetention(keepsAll ? QueueRetention.everything() : QueueRetention.untilRead());
        open();
        for (int tailer = 0; tailer < TAILERS; tailer++) {
            openTailer(tailer);
        }
    }

    private Path directory() {
        return parent.resolve("queue-" + copies);
    }

    private void require(boolean holds, String message, Object... arguments) {
        if (!holds) {
            throw new Wrong(String.format(java.util.Locale.ROOT, message, arguments) + ", told " + told);
        }
    }

    private void open() throws JournalException {
        try {
            queue = JournalQueue.open(directory(), options, files);
        } catch (JournalException e) {
            require(!files.isWhole(), "not opened, though nothing fails: %s", e);
        }
    }

    void append(int count, int longest) {
        Random lengths = new Random(numbers);
        for (int index = 0; index < count && queue != null; index++) {
            byte[] record = TestJournals.record(numbers, 20 + lengths.nextInt(longest));
            try {
                appended.add(new Appended(numbers, queue.append(record)));
                numbers++;
            } catch (AppendRefusedException e) {
                require(
                        e.reason() == AppendRefusedException.Reason.BUDGET || !files.isWhole(),
                        "refused, though nothing fails: %s",
                        e);
                return;
            }
        }
    }

    void appendWhatCannotBe() {
        if (queue == null) {
            return;
        }
        long end = queue.endPosition();
        try {
            throw new Wrong("a codec that throws appended at " + queue.append(THROWING, 1L));
        } catch (IllegalStateException e) {
            require(queue.endPosition() == end, "a codec that throws left something");
        }
        try {
            throw new Wrong("too long, and appended at " + queue.append(new byte[queue.maxRecordBytes() + 1]));
        } catch (IllegalArgumentException e) {
            require(queue.endPosition() == end, "a record that is too long left something");
        }
    }

    void openTailer(int index) throws IOException {
        if (!tailers.containsKey(index) && Files.exists(JournalQueue.journal(directory()))) {
            tailers.put(index, Tailer.open(directory(), "tailer-" + index, CursorTerms.holding()));
            places[index] = committed[index];
        }
    }

    void closeTailer(int index) {
        Tailer tailer = tailers.remove(index);
        if (tailer != null) {
            tailer.close();
        }
    }

    void commit(int index) {
        if (tailers.containsKey(index)) {
            tailers.get(index).commit();
            committed[index] = places[index];
        }
    }

    /** Passes some records; each must be the one that follows. */
    void read(int index, int count) throws IOException {
        Tailer tailer = tailers.get(index);
        for (int record = 0; tailer != null && record < count; record++) {
            int expected = firstFrom(places[index]);
            boolean any = tailer.next();
            require(
                    any == expected < appended.size(),
                    "tailer %d at %d: %s, of %d records the next is %d",
                    index,
                    places[index],
                    any ? "read something at " + tailer.position() : "read nothing",
                    appended.size(),
                    expected);
            if (!any) {
                return;
            }
            requireRecord(tailer, appended.get(expected));
            places[index] = tailer.position() + 1;
        }
    }

    /** Passes some records backwards; each must be the one before, down to what is kept. */
    void readBack(int index, int count) throws IOException {
        Tailer tailer = tailers.get(index);
        for (int record = 0; tailer != null && record < count; record++) {
            int expected = firstFrom(places[index]) - 1;
            if (!tailer.previous()) {
                require(
                        expected < 0 || appended.get(expected).position() < held(),
                        "tailer %d at %d: nothing before, though %d is held",
                        index,
                        places[index],
                        held());
                return;
            }
            require(expected >= 0, "tailer %d: a record before the first, at %d", index, tailer.position());
            requireRecord(tailer, appended.get(expected));
            places[index] = tailer.position();
        }
    }

    private int firstFrom(long position) {
        int low = 0;
        int high = appended.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (appended.get(middle).position() < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void requireRecord(Tailer tailer, Appended expected) {
        boolean intact = TestJournals.intact(tailer.bytes(), tailer.offset(), tailer.length());
        require(
                intact
                        && tailer.position() == expected.position()
                        && TestJournals.number(tailer.bytes(), tailer.offset()) == expected.number(),
                "another record: position %d, expected %s, intact %s, overtaken %d, damaged %d",
                tailer.position(),
                expected,
                intact,
                tailer.overtakenBytes(),
                tailer.damagedBytes());
    }

    /** First position that must be there. */
    private long held() {
        if (options.retention().keepsAll()) {
            return 0;
        }
        long held = Long.MAX_VALUE;
        for (long position : committed) {
            held = Math.min(held, position);
        }
        return held;
    }

    /** Everything that is held must be there, and nothing else but what came before. */
    void look() throws IOException {
        if (!Files.exists(JournalQueue.journal(directory()).resolve(JournalOpener.CONTROL))) {
            return;
        }
        try (Tailer tailer = Tailer.open(directory())) {
            int next = 0;
            while (tailer.next()) {
                int found = firstFrom(tailer.position());
                // What nothing holds may be given up amidst this walk.
                require(
                        found == next || found <= firstFrom(held()),
                        "a gap behind %d: %d is held, %d overtaken, %d damaged",
                        next,
                        firstFrom(held()),
                        tailer.overtakenBytes(),
                        tailer.damagedBytes());
                require(found < appended.size(), "a record that nobody appended, at %d", tailer.position());
                requireRecord(tailer, appended.get(found));
                next = found + 1;
            }
            int end = Math.max(next, firstFrom(held()));
            require(end == appended.size(), "%d records, and only up to %d are there", appended.size(), end);
        }
    }

    void reopen() throws IOException {
        closeAll();
        open();
    }

    /** A kill: what the files hold at this moment, in another place, because the living process goes on in the first. */
    void crash() throws Exception {
        Path before = directory();
        copies++;
        copy(before, directory());
        abandon(before);
        open();
    }

    /** A kill amidst an append. */
    void crashAmidstAnAppend(int bytes) throws Exception {
        if (queue == null) {
            return;
        }
        long position = queue.endPosition();
        long secret = queue.journal.secret;
        Path before = directory();
        copies++;
        copy(before, directory());
        claim(position, bytes, secret);
        abandon(before);
        open();
    }

    /** Leaves a claimed record in the copy, where there is room for it. */
    private void claim(long position, int bytes, long secret) throws IOException {
        long base = position / SEGMENT * SEGMENT;
        int at = (int) (position - base);
        for (Path file : segments()) {
            try (RandomAccessFile segment = new RandomAccessFile(file.toFile(), "rw")) {
                byte[] header = new byte[SegmentFormat.HEADER_BYTES];
                // One that was copied while it was made has less.
                int ignored = segment.read(header);
                ByteBuffer words = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
                long prepared = words.getLong(SegmentFormat.PREPARED_OFFSET);
                if (words.getLong(SegmentFormat.BASE_OFFSET) == base && at + bytes + 16 < prepared) {
                    long word = RecordFormat.uncommitted(
                            RecordFormat.header(RecordFormat.KIND_DATA, bytes + 8, position, secret));
                    byte[] half = new byte[8 + bytes / 2];
                    new Random(position).nextBytes(half);
                    ByteBuffer.wrap(half).order(ByteOrder.LITTLE_ENDIAN).putLong(0, word);
                    segment.seek(SegmentFormat.HEADER_BYTES + at);
                    segment.write(half);
                }
            }
        }
    }

    /**
     * A loss of power: some pages of the copy are zeros, or what the disk was last asked to keep. The model is then what
     * came through, in order.
     */
    void losePower(long seed, double share) throws Exception {
        Random random = new Random(seed);
        Path before = directory();
        copies++;
        copy(before, directory());
        abandon(before);
        for (Path file : segments()) {
            takeBack(file, random, share);
        }
        files.startFrom(segments());
        Path control = JournalQueue.journal(directory()).resolve(JournalOpener.CONTROL);
        if (Files.exists(control)) {
            try (RandomAccessFile page = new RandomAccessFile(control.toFile(), "rw")) {
                page.seek(BOOT_OFFSET);
                page.writeLong(random.nextLong());
            }
            open();
            forgetWhatIsLost();
        }
    }

    private void takeBack(Path segment, Random random, double share) throws IOException {
        byte[] now = Files.readAllBytes(segment);
        byte[] kept = files.kept(segment);
        boolean headerToo = kept.length > 0 && random.nextInt(3) == 0;
        for (int at = headerToo ? 0 : SegmentFormat.HEADER_BYTES; at < now.length; at += PAGE) {
            if (random.nextDouble() < share) {
                boolean zeros = at >= SegmentFormat.HEADER_BYTES && random.nextBoolean();
                byte[] page = zeros || at >= kept.length ? new byte[PAGE] : Arrays.copyOfRange(kept, at, at + PAGE);
                System.arraycopy(page, 0, now, at, Math.min(PAGE, now.length - at));
            }
        }
        Files.write(segment, now);
    }

    /** Only what was there before, in order: what was given up once never comes back. */
    private void forgetWhatIsLost() throws IOException {
        List<Appended> left = new ArrayList<>();
        int next = 0;
        try (Tailer tailer = Tailer.open(directory())) {
            while (tailer.next()) {
                int found = firstFrom(tailer.position());
                require(found < appended.size(), "a record that was not there, at %d", tailer.position());
                requireRecord(tailer, appended.get(found));
                require(found >= next, "%s comes again", appended.get(found));
                next = found + 1;
                left.add(appended.get(found));
            }
        }
        appended.clear();
        appended.addAll(left);
    }

    void fillUp(long bytes) {
        files.fillUpAfter(bytes);
    }

    void fail() {
        files.fail();
    }

    /** The disk is whole again, and appends go on by themselves. */
    void mend() throws InterruptedException, JournalException {
        mendFiles();
        while (queue != null && queue.journal.space == Space.FAILING) {
            if (Thread.interrupted()) {
                throw new InterruptedException("space did not return");
            }
            LockSupport.parkNanos(1_000_000);
        }
        if (queue == null) {
            open();
        }
    }

    /** Not while the keeper is being refused: what it says of that would come after the mending. */
    private void mendFiles() {
        if (queue == null) {
            files.mend();
            return;
        }
        queue.journal.keeper.house.lock();
        try {
            files.mend();
        } finally {
            queue.journal.keeper.house.unlock();
        }
    }

    private List<Path> segments() throws IOException {
        Path journal = JournalQueue.journal(directory());
        if (!Files.exists(journal)) {
            return List.of();
        }
        try (var found = Files.list(journal)) {
            return found.filter(file -> file.toString().endsWith(".seg")).toList();
        }
    }

    /** Archives last: what was no longer in its segment is in one. */
    private static void copy(Path from, Path to) throws IOException {
        copy(from, to, false);
        copy(from, to, true);
    }

    private static void copy(Path from, Path to, boolean archives) throws IOException {
        List<Path> all;
        try (var found = Files.walk(from)) {
            all = found.filter(file -> file.toString().contains(SegmentArchive.SUFFIX) == archives)
                    .toList();
        }
        for (Path file : all) {
            Path target = to.resolve(from.relativize(file).toString());
            if (Files.isDirectory(file)) {
                Files.createDirectories(target);
                Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(file));
            } else if (!archives || SegmentArchive.baseOf(file) >= 0) {
                copyIfThere(file, target);
            }
        }
    }

    private static void copyIfThere(Path file, Path target) throws IOException {
        try {
            Files.copy(file, target);
            if (target.toString().endsWith(LockFile.SUFFIX)) {
                // It names a process of a boot that is over; here that is this one, and the inode may be had again.
                Files.write(target, new byte[0]);
            }
        } catch (NoSuchFileException e) {
            // Given up since it was listed.
        }
    }

    private void abandon(Path before) throws IOException {
        closeAll();
        try (var found = Files.walk(before)) {
            for (Path file : found.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void closeAll() {
        for (int tailer = 0; tailer < TAILERS; tailer++) {
            closeTailer(tailer);
        }
        if (queue != null) {
            queue.close();
            queue = null;
        }
    }

    /** After all of a program: the disk is whole, and every tailer reads to the end. */
    void end() throws Exception {
        mend();
        require(queue != null, "not open in the end");
        look();
        for (int tailer = 0; tailer < TAILERS; tailer++) {
            openTailer(tailer);
            read(tailer, Integer.MAX_VALUE);
            commit(tailer);
        }
        reopen();
        look();
    }

    @Override
    public void close() {
        files.mend();
        closeAll();
    }
}
