package dev.millrace.core.sift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.core.outbox.FileContent;
import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.OutboxBatch;
import dev.millrace.core.outbox.OutboxPart;
import dev.millrace.core.outbox.Totals;
import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.sink.AppendFile;
import dev.millrace.core.sink.FileLaneSink;
import dev.millrace.core.sink.Frames;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.sink.ShyFiles;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SiftingLaneSinkTest {
    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    private Function<String, SinkPlan> files(boolean append) {
        return value -> new SinkPlan.FileSink(
                value,
                new LayoutPlan.Pattern("%m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(),
                Path.of(dir + "/logs/" + value + ".log"),
                append);
    }

    private void write(SiftRun run) {
        run.start(AppendFile.REAL, RollFiles.REAL);
        run.drain(new Random(1));
        run.close();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(dir)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> dir.relativize(file).toString())
                    .filter(name -> !name.equals("outbox"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../evil",
                "a/b",
                "a\\b",
                "..",
                ".",
                "",
                "nul\u0000",
                "line\nend",
                "tab\t",
                "\u0085",
                "\u2028",
                "${HOME}",
                "%d",
                "a{b",
                "x*",
                "q?",
                "p|q",
                "c,d",
                "a@b",
                "1234567890123456789012345678901234567890123456789012345678901234x"
            })
    void shouldKeepHostileValuesOutOfFileNamesI6(String value) throws IOException {
        SiftRun run = new SiftRun(files(true), dir.resolve("outbox"), status);
        run.log(1, value, "hostile");
        run.log(2, "good", "fine");
        write(run);

        assertThat(names()).containsExactly("logs/good.log", "logs/none.log");
        assertThat(dir.resolve("logs/none.log")).hasContent("hostile");
        assertThat(status.list()).extracting(Status::code).contains(StatusCode.MR330);
    }

    @Test
    void shouldWriteMoreFilesThanMayBeOpen() throws IOException {
        SiftRun run = new SiftRun(files(true), dir.resolve("outbox"), status);
        CountedFiles files = new CountedFiles();
        run.maxOpen = 2;
        for (int i = 0; i < 300; i++) {
            run.log(i, "v" + i % 30, "line " + i);
        }
        run.start(files, RollFiles.REAL);
        run.drain(new Random(1));

        assertThat(files.open).isLessThanOrEqualTo(2);
        run.close();
        assertThat(files.most).isEqualTo(2);
        assertThat(files.open).isZero();
        assertThat(names()).hasSize(30);
        for (int i = 0; i < 30; i++) {
            StringBuilder expected = new StringBuilder();
            for (int line = i; line < 300; line += 30) {
                expected.append("line ").append(line).append('\n');
            }
            assertThat(dir.resolve("logs/v" + i + ".log")).hasContent(expected.toString());
        }
    }

    @Test
    void shouldWriteABatchBeforeItHasMoreNewValuesThanALittleHeapHolds() throws IOException {
        SiftRun run = new SiftRun(files(true), dir.resolve("outbox"), status);
        run.mostEvents = 100 * SiftBatch.MOST_TARGETS;
        for (int i = 0; i < 3 * SiftBatch.MOST_TARGETS; i++) {
            run.log(i, "v" + i, "line " + i);
        }
        write(run);

        assertThat(run.mostTargets).isEqualTo(SiftBatch.MOST_TARGETS);
        assertThat(names()).hasSize(3 * SiftBatch.MOST_TARGETS);
        assertThat(run.failed).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Too many open files", "Zu viele offene Dateien"})
    void shouldGoOnWhereTheProcessMayOpenFewerFilesThanWasThought(String refusal) throws IOException {
        SiftRun run = new SiftRun(files(true), dir.resolve("outbox"), status);
        CountedFiles files = new CountedFiles();
        files.limit = 3;
        files.refusal = refusal;
        run.maxOpen = 100;
        for (int i = 0; i < 300; i++) {
            run.log(i, "v" + i % 30, "line " + i);
        }
        run.start(files, RollFiles.REAL);
        run.drain(new Random(2));
        files.limit = 2;
        for (int i = 0; i < 30; i++) {
            run.log(300 + i, "v" + i, "last");
        }
        run.drain(new Random(3));
        run.close();

        for (int i = 0; i < 30; i++) {
            assertThat(Files.readAllLines(dir.resolve("logs/v" + i + ".log")))
                    .hasSize(11)
                    .doesNotHaveDuplicates();
        }
        assertThat(run.failed).isZero();
    }

    /** Counts the files that are open, and refuses more than a limit. */
    private static final class CountedFiles extends AppendFile.Opener {
        private int limit = Integer.MAX_VALUE;
        private String refusal;
        private int open;
        private int most;

        @Override
        public AppendFile open(Path path, boolean truncate) throws IOException {
            requireRoom(path);
            AppendFile real = AppendFile.REAL.open(path, truncate);
            open++;
            most = Math.max(most, open);
            return new AppendFile() {
                @Override
                public int write(ByteBuffer bytes) throws IOException {
                    return real.write(bytes);
                }

                @Override
                public long size() throws IOException {
                    return real.size();
                }

                @Override
                public void close() throws IOException {
                    open--;
                    real.close();
                }
            };
        }

        @Override
        public FileContent read(Path path) throws IOException {
            requireRoom(path);
            return AppendFile.REAL.read(path);
        }

        private void requireRoom(Path path) throws IOException {
            if (open >= limit) {
                throw new FileSystemException(path.toString(), null, refusal);
            }
        }
    }

    @Test
    void shouldLoseOnlyItsOwnEventsWhereAFolderHasTheNameOfAFileI8() throws IOException {
        Files.createDirectories(dir.resolve("logs/b.log"));
        SiftRun run = new SiftRun(files(true), dir.resolve("outbox"), status);
        run.log(1, "a", "one");
        run.log(2, "b", "two");
        run.log(3, "c", "three");
        run.log(4, "b", "four");
        write(run);

        assertThat(names()).containsExactly("logs/a.log", "logs/c.log");
        assertThat(run.failed).isEqualTo(2);
        assertThat(status.list()).extracting(Status::code).containsOnlyOnce(StatusCode.MR331);
    }

    @Test
    void I5_shouldCountWhatHasNoWayToItsFileAnyMoreOnceThatIsWritten() throws IOException {
        SiftRun run = new SiftRun(files(true), dir.resolve("outbox"), status);
        run.maxOpen = 1;
        run.log(1, "a", "one");
        run.log(2, "a", "two");
        run.log(3, "b", "three");
        run.log(4, "c", "four");
        run.committed = () -> {
            try {
                // Closed already, since only one may be open.
                Files.delete(dir.resolve("logs/a.log"));
                Files.createDirectories(dir.resolve("logs/a.log"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            run.committed = () -> {};
        };
        run.start(AppendFile.REAL, RollFiles.REAL);
        // All in one batch.
        run.drain(new Random(4));
        run.close();

        assertThat(run.failed).isEqualTo(2);
        assertThat(names()).containsExactly("logs/b.log", "logs/c.log");
        assertThat(status.list()).extracting(Status::code).containsOnlyOnce(StatusCode.MR331);
    }

    @Test
    void I3_shouldNotCountWhatAnEarlierProcessHasLeftForAFileThatIsGone() throws IOException {
        Path gone = Files.createDirectories(dir.resolve("logs/gone.log"));
        byte[] bytes = "left".getBytes(StandardCharsets.UTF_8);
        Outbox outbox = Outbox.open(dir.resolve("outbox"));
        outbox.room(bytes.length).put(bytes);
        outbox.commitParts(
                OutboxBatch.ofParts(0, 0, bytes.length, Totals.of(new long[8])),
                List.of(new OutboxPart("gone", gone, FileIdentity.NONE, 0, 0, bytes.length, null)));
        SiftRun run = new SiftRun(files(true), dir.resolve("outbox"), status);
        run.start(AppendFile.REAL, RollFiles.REAL);
        Files.delete(gone);
        run.log(1, "a", "one");
        run.log(2, "gone", "two");
        run.drain(new Random(1));
        run.close();

        assertThat(run.failed).isZero();
        assertThat(names()).containsExactly("logs/a.log", "logs/gone.log");
        assertThat(status.list()).extracting(Status::code).containsOnlyOnce(StatusCode.MR331);
    }

    @ParameterizedTest
    @EnumSource(SiftRun.Retake.class)
    void I1_shouldNotWriteWhatWasTakenBackInTheMiddleOfAnEvent(SiftRun.Retake retake) throws IOException {
        SiftRun run = new SiftRun(files(true), dir.resolve("outbox"), status);
        run.retake = retake;
        run.log(1, "b", "rendered at first");
        run.log(2, "a", "a");
        run.log(3, "b", "longer than what was rendered at first");
        write(run);

        assertThat(dir.resolve("logs/a.log")).hasContent("a");
        assertThat(dir.resolve("logs/b.log"))
                .hasContent((retake == SiftRun.Retake.SKIP ? "" : "rendered at first\n")
                        + "longer than what was rendered at first");
    }

    @Test
    void I8_shouldLoseOnlyItsOwnEventsWhereAFileOrALinkToItselfIsAboveAFile() throws IOException {
        Files.createDirectories(dir.resolve("logs"));
        Files.writeString(dir.resolve("logs/bob"), "no folder");
        Files.createSymbolicLink(dir.resolve("logs/eve"), dir.resolve("logs/eve"));
        Function<String, SinkPlan> deep = value -> files(true).apply(value + "/2026/03");
        SiftRun run = new SiftRun(deep, dir.resolve("outbox"), status);
        run.log(1, "a", "one");
        run.log(2, "bob", "two");
        run.log(3, "eve", "three");
        run.log(4, "c", "four");
        write(run);

        assertThat(names()).containsExactly("logs/a/2026/03.log", "logs/bob", "logs/c/2026/03.log");
        assertThat(run.failed).isEqualTo(2);
        assertThat(status.list()).extracting(Status::code).containsOnly(StatusCode.MR331);
    }

    private Function<String, SinkPlan> framed() {
        return value -> new SinkPlan.FileSink(
                value,
                Frames.layout(),
                StandardCharsets.UTF_8,
                List.of(),
                Path.of(dir + "/logs/" + value + ".log"),
                true);
    }

    @Test
    void I8_shouldNotWaitForAFooterWhoseFileCannotBeOpenedAnyMore() throws IOException {
        SiftRun run = new SiftRun(framed(), dir.resolve("outbox"), status);
        run.timeoutMillis = 60_000;
        run.maxOpen = 1;
        run.start(AppendFile.REAL, RollFiles.REAL);
        run.log(1_000, "a", "one");
        run.log(2_000, "b", "closes a");
        run.drain(new Random(4));
        Files.delete(dir.resolve("logs/a.log"));
        Files.createDirectories(dir.resolve("logs/a.log"));
        run.log(61_500, "c", "gives a up");
        run.log(99_000, "d", "gives b up");
        run.drain(new Random(4));
        run.end();

        assertThat(dir.resolve("logs/b.log")).hasContent(Frames.HEADER + "\ncloses a\n" + Frames.FOOTER);
        assertThat(dir.resolve("logs/c.log")).hasContent(Frames.HEADER + "\ngives a up\n" + Frames.FOOTER);
        assertThat(dir.resolve("logs/d.log")).hasContent(Frames.HEADER + "\ngives b up\n" + Frames.FOOTER);
        assertThat(run.failed).isZero();
        assertThat(status.list()).extracting(Status::code).containsOnlyOnce(StatusCode.MR331);
    }

    @Test
    void shouldGiveAValueUpWhoseFileMetAFullHeapAtFirst() throws IOException {
        SiftRun run = new SiftRun(framed(), dir.resolve("outbox"), status);
        run.timeoutMillis = 60_000;
        run.start(new StarvedOnce(), RollFiles.REAL);
        run.log(1_000, "a", "one");
        assertThatThrownBy(() -> run.drain(new Random(1))).isInstanceOf(OutOfMemoryError.class);
        run.drain(new Random(1));
        run.log(100_000, "b", "two");
        run.drain(new Random(1));
        run.close();

        assertThat(dir.resolve("logs/a.log")).hasContent(Frames.HEADER + "\none\n" + Frames.FOOTER);
    }

    private static final class StarvedOnce extends AppendFile.Opener {
        private boolean starved;

        @Override
        public AppendFile open(Path path, boolean truncate) throws IOException {
            if (!starved) {
                starved = true;
                throw new OutOfMemoryError("test");
            }
            return super.open(path, truncate);
        }
    }

    @Test
    void shouldEmptyAFileThatIsNotAppendedToEachTimeItsValueComesBack() throws IOException {
        SiftRun run = new SiftRun(files(false), dir.resolve("outbox"), status);
        run.maxValues = 1;
        run.log(10_000, "a", "first life");
        run.log(20_000, "b", "closes a");
        run.log(30_000, "a", "second life");
        write(run);

        assertThat(dir.resolve("logs/a.log")).hasContent("second life");
    }

    @Test
    void shouldRollEachValuesFileAtTheClockAndGoOnBehindIt() throws IOException {
        Function<String, SinkPlan> rolling = value -> new SinkPlan.RollingFileSink(
                value,
                new LayoutPlan.Pattern("%m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(),
                new RollPlan.Periodic(
                        dir.resolve("logs/" + value + ".log"),
                        new FileNamePattern(List.of(
                                new FileNamePattern.Literal(dir + "/logs/" + value + "-"),
                                new FileNamePattern.Date("yyyy-MM-dd", ZoneOffset.UTC, true),
                                new FileNamePattern.Literal(".log"))),
                        ArchiveFormat.PLAIN,
                        RollPeriod.DAY,
                        0,
                        0,
                        0,
                        false));
        long midnight = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
        SiftRun run = new SiftRun(rolling, dir.resolve("outbox"), status);
        run.start(AppendFile.REAL, RollFiles.REAL);
        run.log(midnight - 3_600_000, "ann", "one");
        run.log(midnight - 1_800_000, "bob", "two");
        run.drain(new Random(1));

        run.idleUntil(midnight - 1);
        assertThat(names()).containsExactly("logs/ann.log", "logs/bob.log");
        run.idleUntil(midnight + 2_000);
        assertThat(names()).containsExactly("logs/ann-2026-03-01.log", "logs/bob-2026-03-01.log");
        run.log(midnight + 60_000, "ann", "three");
        run.drain(new Random(1));
        run.close();

        assertThat(names()).containsExactly("logs/ann-2026-03-01.log", "logs/ann.log", "logs/bob-2026-03-01.log");
        assertThat(dir.resolve("logs/ann-2026-03-01.log")).hasContent("one");
        assertThat(dir.resolve("logs/ann.log")).hasContent("three");
    }

    @Test
    void I1_shouldNotBringAFileBackThatTheClockHasRolledBeforeAKill() throws IOException {
        Function<String, SinkPlan> rolling = value -> new SinkPlan.RollingFileSink(
                value,
                Frames.layout(),
                StandardCharsets.UTF_8,
                List.of(),
                new RollPlan.Periodic(
                        null,
                        new FileNamePattern(List.of(
                                new FileNamePattern.Literal(dir + "/logs/" + value + "-"),
                                new FileNamePattern.Date("yyyy-MM-dd", ZoneOffset.UTC, true),
                                new FileNamePattern.Literal(".log"))),
                        ArchiveFormat.GZIP,
                        RollPeriod.DAY,
                        0,
                        0,
                        0,
                        false));
        long midnight = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
        SiftRun run = new SiftRun(rolling, dir.resolve("outbox"), status);
        run.start(AppendFile.REAL, RollFiles.REAL);
        run.log(midnight - 3_600_000, "ann", "one");
        run.drain(new Random(1));
        run.idleUntil(midnight + 2_000);
        run.close();
        Files.delete(dir.resolve("logs/ann-2026-03-01.log.gz.pending"));
        Files.move(dir.resolve("logs/ann-2026-03-01.log"), dir.resolve("logs/ann-2026-03-01.log.gz"));

        run.start(AppendFile.REAL, RollFiles.REAL);
        run.log(midnight + 60_000, "ann", "two");
        run.drain(new Random(1));
        run.close();

        assertThat(names()).containsExactly("logs/ann-2026-03-01.log.gz", "logs/ann-2026-03-02.log");
    }

    @ParameterizedTest
    @CsvSource({"VALUE-, 1", "VALUE/old-, 3"})
    void shouldLookOnceIntoAFolderThatValuesShareForWhatIsNotCompressed(String prefix, int looks) {
        Function<String, SinkPlan> rolling = value -> new SinkPlan.RollingFileSink(
                value,
                new LayoutPlan.Pattern("%m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(),
                new RollPlan.Window(
                        dir.resolve("logs/" + value + ".log"),
                        new FileNamePattern(List.of(
                                new FileNamePattern.Literal(dir + "/logs/" + prefix.replace("VALUE", value)),
                                new FileNamePattern.Index(0),
                                new FileNamePattern.Literal(".log"))),
                        ArchiveFormat.GZIP,
                        1000,
                        1,
                        3));
        SiftRun run = new SiftRun(rolling, dir.resolve("outbox"), status);
        for (String value : List.of("ann", "bob", "cyd")) {
            run.log(1, value, "one");
        }
        write(run);

        assertThat(run.chores).isEqualTo(looks);
    }

    @Test
    void shouldGoOnBehindTheFilesOfAValueThatHasRolledAndComesBack() throws IOException {
        Function<String, SinkPlan> rolling = value -> new SinkPlan.RollingFileSink(
                value,
                new LayoutPlan.Pattern("%m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(),
                new RollPlan.Periodic(
                        dir.resolve("logs/" + value + ".log"),
                        new FileNamePattern(List.of(
                                new FileNamePattern.Literal(dir + "/logs/" + value + "-"),
                                new FileNamePattern.Date("yyyy-MM-dd", ZoneOffset.UTC, true),
                                new FileNamePattern.Literal("."),
                                new FileNamePattern.Index(0),
                                new FileNamePattern.Literal(".log"))),
                        ArchiveFormat.PLAIN,
                        RollPeriod.DAY,
                        4,
                        0,
                        0,
                        false));
        SiftRun run = new SiftRun(rolling, dir.resolve("outbox"), status);
        run.maxValues = 1;
        run.log(1, "ann", "one");
        run.log(2, "ann", "two");
        run.log(2000, "bob", "one");
        run.log(4000, "cyd", "one");
        run.log(6000, "ann", "six");
        run.log(6001, "ann", "end");
        write(run);

        assertThat(names())
                .containsExactly(
                        "logs/ann-1970-01-01.0.log",
                        "logs/ann-1970-01-01.1.log",
                        "logs/ann-1970-01-01.2.log",
                        "logs/ann.log",
                        "logs/bob.log",
                        "logs/cyd.log");
        assertThat(dir.resolve("logs/ann.log")).hasContent("end");
    }

    @Test
    void shouldCountWhatAFileHasThoughAnInterruptComesWhenItIsOpened() throws IOException {
        Function<String, SinkPlan> sized = value -> new SinkPlan.RollingFileSink(
                value,
                new LayoutPlan.Pattern("%m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(),
                new RollPlan.Window(
                        dir.resolve("logs/" + value + ".log"),
                        new FileNamePattern(List.of(
                                new FileNamePattern.Literal(dir + "/logs/" + value + "-"),
                                new FileNamePattern.Index(0),
                                new FileNamePattern.Literal(".log"))),
                        ArchiveFormat.PLAIN,
                        20,
                        1,
                        3));
        Files.createDirectories(dir.resolve("logs"));
        Files.writeString(dir.resolve("logs/ann.log"), "more than twenty bytes\n");
        SiftRun run = new SiftRun(sized, dir.resolve("outbox"), status);
        run.start(new ShyFiles(), RollFiles.REAL);
        run.log(1, "ann", "one");
        run.drain(new Random(1));
        run.log(2, "ann", "two");
        run.drain(new Random(1));
        run.close();

        assertThat(dir.resolve("logs/ann-1.log")).hasContent("more than twenty bytes\none");
        assertThat(dir.resolve("logs/ann.log")).hasContent("two");
    }

    @Test
    void shouldShareTheFileThatSeveralValuesHave() {
        Function<String, SinkPlan> same = value -> files(true).apply("same");
        SiftRun run = new SiftRun(same, dir.resolve("outbox"), status);
        run.log(1, "a", "one");
        run.log(2, "b", "two");
        run.log(3, "a", "three");
        write(run);

        assertThat(dir.resolve("logs/same.log")).hasContent("one\ntwo\nthree");
    }

    @Test
    void shouldCountEventsWhoseValueHasNoSink() throws IOException {
        Function<String, SinkPlan> some =
                value -> value.equals("b") ? null : files(true).apply(value);
        SiftRun run = new SiftRun(some, dir.resolve("outbox"), status);
        run.log(1, "a", "one");
        run.log(2, "b", "two");
        write(run);

        assertThat(names()).containsExactly("logs/a.log");
        assertThat(run.failed).isEqualTo(1);
    }

    @Test
    void shouldFinishTheBatchOfASinkOfItsNameThatHadOneFileI1() throws IOException {
        Path file = Files.writeString(dir.resolve("single.log"), "before ");
        byte[] bytes = "the batch".getBytes(StandardCharsets.UTF_8);
        Outbox.open(dir.resolve("outbox"))
                .commit(
                        new OutboxBatch(0, 0, file, FileIdentity.of(file), 7, 0, bytes.length, Totals.of(new long[8])),
                        bytes);
        SiftRun run = new SiftRun(files(true), dir.resolve("outbox"), status);
        run.log(1, "a", "behind it");
        write(run);

        assertThat(file).hasContent("before the batch");
        assertThat(dir.resolve("logs/a.log")).hasContent("behind it");
    }

    @Test
    void shouldLeaveABatchThatASinkOfItsNameWithOneFileFinishesI1() throws IOException {
        Path file = Files.writeString(dir.resolve("a.log"), "before ");
        byte[] bytes = "the batchother".getBytes(StandardCharsets.UTF_8);
        Outbox outbox = Outbox.open(dir.resolve("outbox"));
        outbox.room(bytes.length).put(bytes);
        outbox.commitParts(
                OutboxBatch.ofParts(0, 5, bytes.length, Totals.of(new long[8])),
                List.of(
                        new OutboxPart("a", file, FileIdentity.of(file), 7, 0, 9, null),
                        new OutboxPart("b", dir.resolve("b.log"), FileIdentity.NONE, 0, 9, 14, null)));

        FileLaneSink sink =
                new FileLaneSink("S", dir.resolve("new.log"), true, dir.resolve("outbox"), status, AppendFile.REAL);

        assertThat(sink.recover(true)).isEqualTo(LaneSink.Outcome.DONE);
        assertThat(sink.recovered().journalEnd()).isEqualTo(5);
        sink.close();
        assertThat(file).hasContent("before the batch");
        assertThat(dir.resolve("b.log")).hasContent("other");
        assertThat(dir.resolve("new.log")).isEmptyFile();
    }
}
