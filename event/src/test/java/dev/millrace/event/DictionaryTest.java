package dev.millrace.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DictionaryTest {
    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("dictionary");
    }

    private static String text(Dictionary dictionary, int id) {
        return new String(dictionary.text(id), UTF_8);
    }

    @Test
    void shouldEnterAStringAtSecondSight() throws IOException {
        try (Dictionary dictionary = Dictionary.open(file())) {
            String text = "a template {} that repeats, of more than a few chars";

            assertThat(dictionary.idOf(text)).isZero();
            int id = dictionary.idOf(text);

            assertThat(id).isPositive();
            assertThat(dictionary.idOf(new String(text))).isEqualTo(id);
            assertThat(dictionary.idOfRepeating(text)).isEqualTo(id);
            assertThat(text(dictionary, id)).isEqualTo(text);
        }
    }

    @Test
    void I6_shouldNeverGiveIdsOutAgainThatAreLost() throws IOException {
        int lost = 0;
        try (Dictionary before = Dictionary.open(file())) {
            for (int i = 0; i < 500; i++) {
                lost = before.idOfRepeating("a text that was entered before the power went: " + i);
            }
        }
        byte[] bytes = Files.readAllBytes(file());
        Arrays.fill(bytes, DictionaryFormat.HEADER_BYTES, bytes.length, (byte) 0);
        Files.write(file(), bytes);

        try (Dictionary after = Dictionary.open(file())) {
            assertThat(text(after, lost)).startsWith("[no text #");
            after.giveUpLacking();
        }
        try (Dictionary next = Dictionary.open(file())) {
            assertThat(next.idOfRepeating("another text")).isGreaterThan(lost);
            assertThat(text(next, lost)).startsWith("[no text #");
        }
    }

    @Test
    void I6_shouldGoOnBehindLostIdsThatTheFileDoesNotReach() throws IOException {
        int far = (DictionaryStore.FIRST_BYTES * 5) >> DictionaryFormat.ID_SHIFT;
        try (Dictionary after = Dictionary.open(file())) {
            assertThat(text(after, far)).startsWith("[no text #");
            after.giveUpLacking();

            int id = after.idOfRepeating("another text");
            assertThat(id).isGreaterThan(far);
            assertThat(text(after, id)).isEqualTo("another text");
        }
    }

    @Test
    void shouldNeverEnterStringsThatDoNotRepeat() {
        Dictionary dictionary = Dictionary.inMemory();

        for (int i = 0; i < 20_000; i++) {
            assertThat(dictionary.idOf("a line of some length in which one number differs: " + i + ", as lines do"))
                    .isZero();
        }
    }

    @Test
    void shouldNeverEnterEmptyOrLongStrings() {
        Dictionary dictionary = Dictionary.inMemory();

        assertThat(dictionary.idOfRepeating("")).isZero();
        assertThat(dictionary.idOfRepeating("x".repeat(1025))).isZero();
        assertThat(dictionary.idOfRepeating("中".repeat(1024))).isPositive();
    }

    @Test
    void shouldFindEverythingAgainAfterReopening() throws IOException {
        Map<String, Integer> texts = new HashMap<>();
        StackTraceElement[] trace = new Exception().getStackTrace();
        int[] frames = new int[trace.length];
        try (Dictionary dictionary = Dictionary.open(file())) {
            for (int i = 0; i < 5_000; i++) {
                dictionary.prepareAhead();
                String text = i + " texts é " + "x".repeat(i % 90);
                texts.put(text, dictionary.idOfRepeating(text));
            }
            for (int i = 0; i < trace.length; i++) {
                frames[i] = dictionary.idOfFrame(trace[i]);
            }
        }
        assertThat(texts.values()).doesNotContain(0).doesNotHaveDuplicates();

        try (Dictionary dictionary = Dictionary.open(file())) {
            texts.forEach((text, id) -> {
                assertThat(text(dictionary, id)).isEqualTo(text);
                assertThat(dictionary.idOf(text)).isEqualTo(id);
                assertThat(dictionary.idOf(text)).isEqualTo(id);
            });
            for (int i = 0; i < trace.length; i++) {
                assertThat(dictionary.idOfFrame(trace[i])).isEqualTo(frames[i]);
                assertThat(dictionary.frame(frames[i])).hasToString(trace[i].toString());
            }
            int next = dictionary.idOfRepeating("new after reopening");
            assertThat(texts.values()).doesNotContain(next);
            assertThat(text(dictionary, next)).isEqualTo("new after reopening");
        }
    }

    @Test
    void shouldNotGrowWithEachRestart() throws IOException {
        StackTraceElement[] trace = new Exception().getStackTrace();
        int first = 0;
        for (int restart = 0; restart < 5; restart++) {
            try (Dictionary dictionary = Dictionary.open(file())) {
                for (StackTraceElement frame : trace) {
                    dictionary.idOfFrame(frame);
                }
                int next = dictionary.idOfRepeating("marks the end " + restart);
                first = restart == 0 ? next : first;
                assertThat(next - first).isEqualTo(restart * 4);
            }
        }
    }

    @Test
    void shouldBeReadableByItsOwnerOnly() throws IOException {
        Dictionary.open(file()).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void shouldAnswerZeroWhenFullAndGoOnAfterPreparing() throws IOException {
        try (Dictionary dictionary = Dictionary.open(file())) {
            int i = 0;
            while (dictionary.idOfRepeating("filler " + i + "x".repeat(800)) != 0) {
                i++;
            }
            assertThat(Files.size(file())).isEqualTo(DictionaryStore.FIRST_BYTES);

            dictionary.prepareAhead();

            assertThat(dictionary.idOfRepeating("filler " + i + "x".repeat(800)))
                    .isPositive();
            assertThat(Files.size(file())).isEqualTo(2 * DictionaryStore.FIRST_BYTES);
        }
    }

    @Test
    void shouldStopAtItsBoundAndKeepTheRestForWhatIsKnownToRepeat() throws IOException {
        try (Dictionary dictionary = Dictionary.open(file())) {
            String padding = "x".repeat(1000);
            int entered = 0;
            int i = 0;
            for (; i < 30_000; i++) {
                dictionary.prepareAhead();
                String text = i + padding;
                dictionary.idOf(text);
                if (dictionary.idOf(text) != 0) {
                    entered++;
                }
            }
            assertThat(entered * 1016L)
                    .isBetween(DictionaryStore.MAX_BYTES / 2L, DictionaryStore.MAX_BYTES * 3L / 4 + 4096);

            assertThat(dictionary.idOfRepeating("a logger")).isPositive();
            for (; i < 40_000; i++) {
                dictionary.idOfRepeating(i + padding);
            }
            assertThat(Files.size(file())).isEqualTo(DictionaryStore.MAX_BYTES);
        }
    }

    @Test
    void shouldAnswerPlaceholdersForIdsThatDoNotExistI6() {
        Dictionary dictionary = Dictionary.inMemory();
        int id = dictionary.idOfRepeating("something");
        Random random = new Random(5);

        for (int i = 0; i < 10_000; i++) {
            int hostile = random.nextInt() >> random.nextInt(32);
            if (hostile != id) {
                assertThat(text(dictionary, hostile)).isEqualTo("[no text #" + hostile + "]");
            }
            assertThat(dictionary.frame(hostile).toString()).contains("[no frame #" + hostile + "]");
        }
        assertThat(text(dictionary, id)).isEqualTo("something");
    }

    @Test
    void shouldSurviveDamagedFilesI6() throws IOException {
        List<String> texts = new ArrayList<>();
        List<Integer> ids = new ArrayList<>();
        try (Dictionary dictionary = Dictionary.open(file())) {
            for (int i = 0; i < 200; i++) {
                texts.add("text number " + i);
                ids.add(dictionary.idOfRepeating(texts.get(i)));
            }
            dictionary.idOfFrame(new Exception().getStackTrace()[0]);
        }
        byte[] whole = Files.readAllBytes(file());
        for (int seed = 0; seed < RandomValues.seeds(150); seed++) {
            Random random = new Random(seed);
            byte[] damaged = whole.clone();
            for (int i = 1 + random.nextInt(20); i > 0; i--) {
                damaged[DictionaryFormat.HEADER_BYTES + random.nextInt(8000)] = (byte) random.nextInt();
            }
            Path copy = directory.resolve("damaged-" + seed);
            Files.write(copy, damaged);

            try (Dictionary dictionary = Dictionary.open(copy)) {
                int intact = 0;
                for (int i = 0; i < texts.size(); i++) {
                    String read = text(dictionary, ids.get(i));
                    assertThat(read).isIn(texts.get(i), "[no text #" + ids.get(i) + "]");
                    intact += read.equals(texts.get(i)) ? 1 : 0;
                }
                assertThat(intact).isGreaterThanOrEqualTo(texts.size() - 21);
                int next = dictionary.idOfRepeating("after the damage");
                assertThat(text(dictionary, next)).isEqualTo("after the damage");
                assertThat(ids).doesNotContain(next);
            }
            Files.delete(copy);
        }
    }

    @Test
    void shouldSkipEntriesThatADeadProcessLeftUncommitted() throws IOException {
        int first;
        int second;
        try (Dictionary dictionary = Dictionary.open(file())) {
            first = dictionary.idOfRepeating("left uncommitted");
            second = dictionary.idOfRepeating("committed behind it");
        }
        try (RandomAccessFile raw = new RandomAccessFile(file().toFile(), "rw")) {
            raw.seek((long) first << 3);
            raw.writeInt(Integer.reverseBytes(-"left uncommitted".length()));
        }

        try (Dictionary dictionary = Dictionary.open(file())) {
            assertThat(text(dictionary, first)).startsWith("[no text");
            assertThat(text(dictionary, second)).isEqualTo("committed behind it");
            assertThat(dictionary.idOfRepeating("left uncommitted")).isGreaterThan(second);
        }
    }

    @Test
    void shouldRefuseWhatIsNoDictionary() throws IOException {
        Files.writeString(file(), "something else altogether");
        assertThatThrownBy(() -> Dictionary.open(file()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a dictionary");
        assertThat(Files.readString(file())).startsWith("something else altogether");

        Path newer = directory.resolve("newer");
        Dictionary.open(newer).close();
        try (RandomAccessFile raw = new RandomAccessFile(newer.toFile(), "rw")) {
            raw.seek(DictionaryFormat.VERSION_OFFSET);
            raw.write(2);
        }
        assertThatThrownBy(() -> Dictionary.open(newer))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 2");
    }

    @Test
    void shouldCreateAnewWhatItsCreatorDidNotFinish() throws IOException {
        Files.write(file(), new byte[100]);

        try (Dictionary dictionary = Dictionary.open(file())) {
            assertThat(text(dictionary, dictionary.idOfRepeating("x y z"))).isEqualTo("x y z");
        }
    }

    @Test
    void shouldAnswerOnlyKnownIdsAfterClose() throws IOException {
        Dictionary dictionary = Dictionary.open(file());
        int known = dictionary.idOfRepeating("known");
        dictionary.close();

        assertThat(dictionary.idOfRepeating("known")).isEqualTo(known);
        assertThat(dictionary.idOfRepeating("unknown")).isZero();
        assertThat(text(dictionary, known)).isEqualTo("known");
        dictionary.prepareAhead();
    }

    @Test
    void shouldOpenInAnInterruptedThread() throws IOException {
        Thread.currentThread().interrupt();

        try (Dictionary dictionary = Dictionary.open(file())) {
            assertThat(Thread.interrupted()).isTrue();
            assertThat(dictionary.idOfRepeating("x")).isPositive();
        }
    }

    @Test
    void shouldSurviveAnInterruptedPreparer() throws IOException {
        try (Dictionary dictionary = Dictionary.open(file())) {
            for (int i = 0; i < 500; i++) {
                dictionary.idOfRepeating("filler " + i + "x".repeat(100));
            }

            Thread.currentThread().interrupt();
            dictionary.prepareAhead();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(Files.size(file())).isEqualTo(2 * DictionaryStore.FIRST_BYTES);
        }
    }

    @Test
    void shouldGiveEveryThreadIdsThatReadBackAsItsStrings() throws Exception {
        Map<Integer, String> handedOut = new ConcurrentHashMap<>();
        List<Throwable> failures = new ArrayList<>();
        try (Dictionary dictionary = Dictionary.open(file())) {
            int threads = 4;
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Thread> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int seed = t;
                Thread thread = new Thread(() -> {
                    try {
                        start.await();
                        use(dictionary, new Random(seed), handedOut);
                    } catch (Throwable e) {
                        synchronized (failures) {
                            failures.add(e);
                        }
                    }
                });
                thread.start();
                running.add(thread);
            }
            while (running.stream().anyMatch(Thread::isAlive)) {
                dictionary.prepareAhead();
                Thread.yield();
            }
        }
        assertThat(failures).isEmpty();
        assertThat(handedOut).hasSizeGreaterThan(100);

        try (Dictionary dictionary = Dictionary.open(file())) {
            handedOut.forEach((id, text) -> assertThat(text(dictionary, id)).isEqualTo(text));
        }
    }

    private static void use(Dictionary dictionary, Random random, Map<Integer, String> handedOut) {
        for (int i = 0; i < 20_000; i++) {
            String text = "shared string number " + random.nextInt(3000);
            int id = random.nextBoolean() ? dictionary.idOf(text) : dictionary.idOfRepeating(text);
            if (id != 0) {
                String other = handedOut.putIfAbsent(id, text);
                if ((other != null && !other.equals(text))
                        || !text(dictionary, id).equals(text)) {
                    throw new AssertionError("id " + id + " is " + other + " and " + text);
                }
            }
        }
    }
}
