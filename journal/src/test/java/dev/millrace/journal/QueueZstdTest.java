package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Archives tell by themselves what they are packed with, and programs may lack the library for it. */
@Timeout(120)
class QueueZstdTest {
    private static final int SEGMENT = SegmentFormat.MIN_SEGMENT_BYTES;
    private static final QueueOptions PLAIN =
            QueueOptions.defaults().withSegmentBytes(SEGMENT).withBudgetBytes(16L << 20);
    private static final long COUNT = 15_000;

    @TempDir
    Path parent;

    private Path directory() {
        return parent.resolve("queue");
    }

    private Path archive(long base) {
        return SegmentArchive.file(JournalQueue.journal(directory()), base);
    }

    /** Appends, and waits until all that may be compressed is. */
    private void fill(QueueCompression compression, long from, long to) throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN.withCompression(compression))) {
            for (long number = from; number < to; number++) {
                assertThat(queue.append(TestJournals.record(number, 100))).isNotNegative();
            }
            long last = (queue.endPosition() / SEGMENT - 5) * SEGMENT;
            while (!Files.exists(archive(last))) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private static List<Long> rest(Tailer tailer) throws Exception {
        List<Long> numbers = new ArrayList<>();
        while (tailer.next()) {
            numbers.add(TestJournals.number(tailer.bytes(), tailer.offset()));
        }
        assertThat(tailer.damagedBytes()).isZero();
        return numbers;
    }

    private static List<Long> numbers(long to) {
        return LongStream.range(0, to).boxed().toList();
    }

    private String magic(long base) throws IOException {
        byte[] first = new byte[Long.BYTES];
        try (RandomAccessFile file = new RandomAccessFile(archive(base).toFile(), "r")) {
            file.readFully(first);
        }
        return new String(first, StandardCharsets.US_ASCII);
    }

    private void putMagic(String magic) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(archive(0).toFile(), "rw")) {
            file.write(magic.getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Test
    void shouldReadArchivesOfBothKindsInOneQueue() throws Exception {
        fill(QueueCompression.ZSTD, 0, COUNT);
        fill(QueueCompression.GZIP, COUNT, 2 * COUNT);
        fill(QueueCompression.ZSTD, 2 * COUNT, 3 * COUNT);

        List<String> magics = new ArrayList<>();
        for (long base = 0; Files.exists(archive(base)); base += SEGMENT) {
            magics.add(magic(base));
        }
        assertThat(magics).contains("MRSGZ001").startsWith("MRSZS001").endsWith("MRSZS001");
        try (Tailer tailer = Tailer.open(directory())) {
            assertThat(rest(tailer)).isEqualTo(numbers(3 * COUNT));
        }
    }

    @Test
    void shouldTakeLessRoomThanTheSegment() throws Exception {
        fill(QueueCompression.ZSTD, 0, COUNT);

        assertThat(Files.size(archive(0))).isLessThan(SEGMENT / 2);
    }

    @Test
    void I7_shouldRefuseAnArchiveOfANewerVersionByNameAndReadOnWhenItIsKnown() throws Exception {
        fill(QueueCompression.ZSTD, 0, COUNT);
        try (Tailer tailer = Tailer.open(directory())) {
            for (String later : List.of("MRSZS002", "MRSLZ001")) {
                putMagic(later);
                assertThatThrownBy(tailer::next)
                        .isInstanceOf(JournalException.class)
                        .hasMessageContaining("newer version")
                        .hasMessageContaining(later)
                        .hasMessageContaining(archive(0).toString());
            }
            List<String> told = new ArrayList<>();
            QueueOptions telling = PLAIN.withListener((notice, message, cause) -> told.add(message));
            try (JournalQueue queue = JournalQueue.open(directory(), telling)) {
                assertThat(queue.endPosition()).isPositive();
            }
            assertThat(told).singleElement().asString().contains("MRSLZ001");
            putMagic("MRSZS001");

            assertThat(rest(tailer)).isEqualTo(numbers(COUNT));
        }
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN)) {
            assertThat(queue.endPosition()).isPositive();
        }
    }

    @Test
    void I6_shouldTakeAnyOtherMagicForDamage() throws Exception {
        for (String magic : List.of("MRSZS00x", "MRSzs002", "XRSZS002", "MRSZS000", "MRSLZ000", "MRSZS\0\0\0")) {
            byte[] bytes = magic.getBytes(StandardCharsets.US_ASCII);
            long word = Long.reverseBytes(ByteBuffer.wrap(bytes).getLong());

            assertThat(Packing.of(word)).isNull();
            assertThat(Packing.laterName(word)).as(magic).isNull();
        }
    }

    @Test
    void I7_shouldSayWhichLibraryIsMissingAndReadOnWithIt() throws Exception {
        fill(QueueCompression.ZSTD, 0, COUNT);
        // Whatever the closing left of the segment that the archive stands for: an opening frees it.
        JournalQueue.open(directory(), PLAIN).close();
        try (URLClassLoader without = classPathWithout("zstd-jni-")) {
            String said = (String) without.loadClass(WithoutLibrary.class.getName())
                    .getMethod("read", String.class)
                    .invoke(null, directory().toString());

            assertThat(said)
                    .contains("com.github.luben:zstd-jni")
                    .contains("--add-modules com.github.luben.zstd_jni")
                    .contains(archive(0).toString())
                    .endsWith("again the same, end reached: " + COUNT / 10);
        }
        try (Tailer tailer = Tailer.open(directory())) {
            assertThat(rest(tailer)).isEqualTo(numbers(COUNT));
        }
    }

    @Test
    void I7_shouldRefuseTheOptionWhereTheLibraryIsMissing() throws Exception {
        try (URLClassLoader without = classPathWithout("zstd-jni-")) {
            String said = (String) without.loadClass(WithoutLibrary.class.getName())
                    .getMethod("configure")
                    .invoke(null);

            assertThat(said)
                    .startsWith("java.lang.IllegalArgumentException: the queue cannot be compressed")
                    .contains("com.github.luben:zstd-jni");
        }
    }

    /** Fails the first time that it is asked for the library, as if there was no room for it. */
    private static final class WithoutRoomOnce extends URLClassLoader {
        private boolean asked;

        WithoutRoomOnce(URL[] places) {
            super(places, ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!asked && name.equals("com.github.luben.zstd.Zstd")) {
                asked = true;
                throw new OutOfMemoryError("no room, says the test");
            }
            return super.findClass(name);
        }
    }

    @Test
    void I5_shouldFindTheLibraryAfterAnAttemptThatHadNoRoom() throws Exception {
        try (URLClassLoader all = classPathWithout("nothing-");
                URLClassLoader loader = new WithoutRoomOnce(all.getURLs())) {
            Method configure = loader.loadClass(WithoutLibrary.class.getName()).getMethod("configure");

            assertThatThrownBy(() -> configure.invoke(null))
                    .hasRootCauseInstanceOf(OutOfMemoryError.class)
                    .hasRootCauseMessage("no room, says the test");
            assertThat((String) configure.invoke(null)).startsWith("taken: ");
        }
    }

    /** Everything of this test but the libraries whose files' names begin so. */
    private static URLClassLoader classPathWithout(String library) throws IOException {
        List<URL> places = new ArrayList<>();
        for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(place);
            if (!path.getFileName().toString().startsWith(library)) {
                places.add(path.toUri().toURL());
            }
        }
        return new URLClassLoader(places.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }

    /** Is loaded without the library. */
    public static final class WithoutLibrary {
        private WithoutLibrary() {}

        /** What the first record says, twice; and how many records of the last tenth can be read. */
        public static String read(String directory) throws Exception {
            try (Tailer tailer = Tailer.open(Path.of(directory))) {
                String first = message(tailer);
                String again = message(tailer).equals(first) ? ", again the same" : ", another";
                tailer.toEnd();
                long read = 0;
                while (read < COUNT / 10 && tailer.previous()) {
                    read++;
                }
                return first + again + ", end reached: " + read;
            }
        }

        private static String message(Tailer tailer) {
            try {
                return "read: " + tailer.next();
            } catch (IOException e) {
                return e.toString();
            }
        }

        /** What the option says. */
        public static String configure() {
            try {
                return "taken: " + QueueOptions.defaults().withCompression(QueueCompression.ZSTD);
            } catch (IllegalArgumentException e) {
                return e.toString();
            }
        }
    }
}
