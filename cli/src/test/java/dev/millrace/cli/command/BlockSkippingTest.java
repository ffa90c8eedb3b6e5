package dev.millrace.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.Run;
import dev.millrace.cli.TestJournal;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Blocks in which nothing wanted can be are passed over, and nothing that is wanted is. */
@Timeout(300)
class BlockSkippingTest {
    private static final int[] LEVELS = {Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR};

    /** Where the summaries begin in a segment's header page. */
    private static final long SUMMARIES_OFFSET = 7168;

    @TempDir
    private Path logs;

    private record Logged(long micros, int level, String logger, String thread) {}

    /** Levels and loggers come in runs, as in services; some records are as long as several blocks. */
    private static final class Service {
        final List<Logged> logged = new ArrayList<>();
        private final Random random;
        private final String name;
        private int levels = 1;
        private int loggers = 1;

        Service(long seed, String name) {
            this.random = new Random(seed);
            this.name = name;
        }

        void log(TestJournal journal, int count, long firstMicros) {
            for (int i = 0; i < count; i++) {
                if (random.nextInt(1500) == 0) {
                    levels = 1 + random.nextInt(LEVELS.length);
                    loggers = 1 + random.nextInt(60);
                }
                long micros = firstMicros + i;
                int level = LEVELS[random.nextInt(levels)];
                String logger = "com.acme.part" + random.nextInt(loggers);
                String thread = name + "-" + micros;
                boolean isLong = random.nextInt(400) == 0;
                journal.log(micros, level, logger, thread, "{}", "x".repeat(random.nextInt(isLong ? 60_000 : 200)));
                logged.add(new Logged(micros, level, logger, thread));
            }
        }
    }

    private void check(List<Logged> logged, Predicate<Logged> wanted, boolean newestFirst, String... options) {
        List<String> words = new ArrayList<>(List.of("cat", "--pattern", "%thread%n"));
        words.addAll(List.of(options));
        words.add(logs.toString());

        Run run = Run.of(words.toArray(String[]::new));

        Comparator<Logged> byTime = Comparator.comparing(Logged::micros);
        assertThat(run.out().lines().toList())
                .as("%s", words)
                .isEqualTo(logged.stream()
                        .filter(wanted)
                        .sorted(newestFirst ? byTime.reversed() : byTime)
                        .map(Logged::thread)
                        .toList());
        assertThat(run.err()).isEmpty();
    }

    private void checkAll(List<Logged> logged) {
        check(logged, event -> event.level() >= Levels.ERROR, false, "-p", "error");
        check(logged, event -> event.level() >= Levels.WARN, true, "-p", "warn", "-r");
        for (int part = 0; part < 60; part += 7) {
            String logger = "com.acme.part" + part;
            check(logged, event -> event.logger().equals(logger), false, "--logger", logger);
            check(
                    logged,
                    event -> event.logger().equals(logger) && event.level() >= Levels.ERROR,
                    part % 2 == 0,
                    part % 2 == 0
                            ? new String[] {"-r", "--logger", logger, "-p", "error"}
                            : new String[] {"--logger", logger, "-p", "error"});
        }
        check(logged, event -> event.logger().matches("com.acme.part.*9"), false, "--logger", "com.acme.part*9");
        check(logged, event -> false, false, "--logger", "com.acme.nobody");
    }

    @Test
    void shouldFindTheSameEventsAsWithoutPassingOver() {
        Service service = new Service(20_261_122, "a");
        try (TestJournal journal = TestJournal.inSmallSegments(logs)) {
            service.log(journal, 20_000, 1_000_000);
            checkAll(service.logged);
            // More of it while it is open: names that the first look has not seen.
            service.log(journal, 20_000, 2_000_000);
            checkAll(service.logged);
        }
        checkAll(service.logged);
    }

    @Test
    void shouldFindTheSameEventsInSeveralJournals() {
        Service one = new Service(1, "a");
        Service two = new Service(2, "b");
        try (TestJournal first = TestJournal.in(logs, "app-1");
                TestJournal second = TestJournal.in(logs, "app-2")) {
            one.log(first, 12_000, 1_000_000);
            two.log(second, 12_000, 5_000_000);
        }
        List<Logged> both = new ArrayList<>(one.logged);
        both.addAll(two.logged);
        checkAll(both);
    }

    @Test
    void shouldNotReadWhatCannotMatch() throws IOException {
        Path directory;
        try (TestJournal journal = TestJournal.retaining(logs, 64 << 20)) {
            directory = journal.directory();
            for (int i = 0; i < 40_000; i++) {
                boolean first = i < 100;
                journal.log(
                        1_000_000 + i,
                        first ? Levels.ERROR : Levels.INFO,
                        first ? "com.acme.pay" : "com.acme.web",
                        "t" + i,
                        "order {} of {} paid",
                        i,
                        "customer-" + i);
            }
        }
        damage(directory, 1 << 20);

        assertThat(Run.of("verify", logs.toString()).exitCode()).isEqualTo(ExitCode.DAMAGED);
        assertThat(Run.of("cat", logs.toString()).exitCode()).isEqualTo(ExitCode.DAMAGED);
        for (String[] options : new String[][] {
            {"-p", "error"}, {"-p", "error", "-r"}, {"--logger", "com.acme.pay"}, {"-n", "100", "-p", "error"}
        }) {
            List<String> words = new ArrayList<>(List.of("cat"));
            words.addAll(List.of(options));
            words.add(logs.toString());
            Run run = Run.of(words.toArray(String[]::new));
            assertThat(run.out().lines()).as("%s", words).hasSize(100);
            assertThat(run.exitCode()).as("%s", words).isEqualTo(ExitCode.DONE);
        }
    }

    @Test
    void shouldHaveVerifyFindASummaryThatLies() throws IOException {
        Path directory;
        try (TestJournal journal = TestJournal.retaining(logs, 64 << 20)) {
            directory = journal.directory();
            for (int i = 0; i < 10_000; i++) {
                journal.log(1_000_000 + i, Levels.INFO, "com.acme.pay", "t" + i, "order {} paid", i);
            }
        }
        assertThat(Run.of("verify", logs.toString()).exitCode()).isEqualTo(ExitCode.DONE);

        flip(directory, SUMMARIES_OFFSET);

        assertThat(Run.of("verify", logs.toString()).exitCode()).isEqualTo(ExitCode.DAMAGED);
    }

    /** Of the segment that was written to, not of the one that is prepared behind it. */
    private static void damage(Path directory, long at) throws IOException {
        try (DirectoryStream<Path> segments = Files.newDirectoryStream(directory, "*.seg")) {
            for (Path segment : segments) {
                try (FileChannel channel =
                        FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                    ByteBuffer word = ByteBuffer.allocate(Long.BYTES);
                    if (channel.read(word, at) == Long.BYTES && word.getLong(0) != 0) {
                        channel.write(ByteBuffer.wrap("damaged!".getBytes(StandardCharsets.US_ASCII)), at);
                    }
                }
            }
        }
    }

    private static void flip(Path directory, long at) throws IOException {
        try (DirectoryStream<Path> segments = Files.newDirectoryStream(directory, "*.seg")) {
            for (Path segment : segments) {
                try (FileChannel channel =
                        FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                    ByteBuffer one = ByteBuffer.allocate(1);
                    channel.read(one, at);
                    channel.write(ByteBuffer.wrap(new byte[] {(byte) ~one.get(0)}), at);
                }
            }
        }
    }
}
