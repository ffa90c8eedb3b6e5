package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.sink.FaultyFiles.Fault;
import dev.millrace.core.sink.LaneSink.Outcome;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FileLaneSinkTest {
    private static final String EARLIER = "an earlier line\n";
    private static final String BATCH = "1 first line\n2 second line\n3 third, with ä and €\n";

    @TempDir
    Path dir;

    final StatusLog status = new StatusLog();
    private long nextPosition = 100;

    private FileLaneSink sink(FaultyFiles files, String file) {
        return new FileLaneSink("S", dir.resolve(file), true, dir.resolve(file + ".outbox"), status, files);
    }

    private void recovered(FileLaneSink sink) {
        while (sink.recover(true) != Outcome.DONE) {
            LockSupport.parkNanos(sink.retryDelayNs());
        }
    }

    private Outcome commit(FileLaneSink sink, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        nextPosition += bytes.length;
        return commit(sink, bytes, nextPosition - bytes.length, nextPosition, new long[SinkLedger.TOTALS]);
    }

    Outcome commit(FileLaneSink sink, byte[] bytes, long begin, long end, long[] totals) {
        return sink.commit(bytes, bytes.length, begin, end, totals);
    }

    private static void flush(FileLaneSink sink) {
        while (sink.flush() != Outcome.DONE) {
            LockSupport.parkNanos(sink.retryDelayNs());
        }
    }

    private String content(String file) throws IOException {
        return Files.readString(dir.resolve(file));
    }

    private void foreign(String file, String text) {
        try {
            Files.writeString(dir.resolve(file), text, StandardOpenOption.APPEND, StandardOpenOption.CREATE);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void shouldWriteEachByteOnceWhereverAWriteStopsI1(Fault fault) throws IOException {
        int length = BATCH.getBytes(StandardCharsets.UTF_8).length;
        for (int at = 0; at <= length; at++) {
            String file = fault + "-" + at;
            Files.writeString(dir.resolve(file), EARLIER);
            FaultyFiles files = new FaultyFiles();
            FileLaneSink sink = sink(files, file);
            recovered(sink);
            files.arm(fault, at);
            assertThat(commit(sink, BATCH)).isEqualTo(Outcome.DONE);
            sink.flush();

            if (fault == Fault.KILL) {
                sink = sink(new FaultyFiles(), file);
                recovered(sink);
                assertThat(sink.recovered().journalEnd()).isEqualTo(nextPosition);
            } else {
                flush(sink);
                assertThat(Thread.interrupted()).isEqualTo(fault == Fault.INTERRUPT);
            }

            assertThat(content(file)).as("%s at byte %d", fault, at).isEqualTo(EARLIER + BATCH);
            commit(sink, "4 next\n");
            flush(sink);
            sink.close();
            assertThat(content(file)).isEqualTo(EARLIER + BATCH + "4 next\n");
        }
    }

    @Test
    void shouldFinishAfterAKillDuringRecoveryAtEachPairOfBytesI1() throws IOException {
        String batch = "a1\nb2\nc3\n";
        for (int first = 0; first <= batch.length(); first++) {
            for (int second = 0; second <= batch.length() - first; second++) {
                String file = first + "-" + second;
                FaultyFiles files = new FaultyFiles();
                FileLaneSink sink = sink(files, file);
                recovered(sink);
                files.arm(Fault.KILL, first);
                commit(sink, batch);
                sink.flush();

                FaultyFiles again = new FaultyFiles();
                again.arm(Fault.KILL, second);
                sink(again, file).recover(true);
                FileLaneSink last = sink(new FaultyFiles(), file);
                recovered(last);
                last.close();

                assertThat(content(file)).isEqualTo(batch);
            }
        }
    }

    @Test
    void i5ShouldEmptyAFileWhoseFullDiskHasNoRoomForWhatIsRemovedNext() throws IOException {
        FaultyFiles files = new FaultyFiles();
        FileLaneSink sink = sink(files, "app.log");
        recovered(sink);
        files.arm(Fault.KILL, 0);
        commit(sink, BATCH);
        sink.flush();
        Files.writeString(dir.resolve("app.log"), EARLIER);
        FaultyFiles full = new FaultyFiles();
        full.arm(Fault.FAIL, 0);

        FileLaneSink next =
                new FileLaneSink("S", dir.resolve("app.log"), false, dir.resolve("app.log.outbox"), status, full);
        Outcome outcome = next.recover(true);
        for (int attempt = 0; attempt < 5 && outcome != Outcome.DONE; attempt++) {
            full.arm(Fault.FAIL, 0);
            LockSupport.parkNanos(next.retryDelayNs());
            outcome = next.recover(true);
        }

        assertThat(outcome).isEqualTo(Outcome.DONE);
        assertThat(content("app.log")).isEmpty();
        assertThat(next.recovered().journalEnd()).isEqualTo(nextPosition);
        next.close();
    }

    @Test
    void shouldFindABatchBehindOthersLines() throws IOException {
        int length = BATCH.getBytes(StandardCharsets.UTF_8).length;
        for (int at = 0; at <= length; at++) {
            String file = "f" + at;
            Files.writeString(dir.resolve(file), EARLIER);
            FaultyFiles files = new FaultyFiles();
            FileLaneSink sink = sink(files, file);
            recovered(sink);
            commit(sink, BATCH);
            files.beforeNextWrite(() -> foreign(file, "1 foreign line\n"));
            files.arm(Fault.KILL, at);
            sink.flush();

            FileLaneSink next = sink(new FaultyFiles(), file);
            recovered(next);
            next.close();

            assertThat(content(file)).as("killed at %d", at).isEqualTo(EARLIER + "1 foreign line\n" + BATCH);
        }
    }

    @Test
    void shouldLoseNoLineWhenOthersWriteBehindATornOne() throws IOException {
        int length = BATCH.getBytes(StandardCharsets.UTF_8).length;
        for (int at = 0; at <= length; at++) {
            String file = "f" + at;
            FaultyFiles files = new FaultyFiles();
            FileLaneSink sink = sink(files, file);
            recovered(sink);
            commit(sink, BATCH);
            files.arm(Fault.KILL, at);
            sink.flush();
            foreign(file, "foreign\n");

            FileLaneSink next = sink(new FaultyFiles(), file);
            recovered(next);
            next.close();

            // A torn line may end within a character.
            String content = Files.readString(dir.resolve(file), StandardCharsets.ISO_8859_1);
            String batch = new String(BATCH.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            for (String line : batch.split("\n")) {
                assertThat(("\n" + content).split("\n" + line + "\n", -1))
                        .as("%s once, killed at %d", line, at)
                        .hasSize(2);
            }
            assertThat(content).contains("foreign\n");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void I1_shouldGoOnInTheRenamedFileAfterAKill(boolean interrupted) throws IOException {
        FaultyFiles files = new FaultyFiles();
        FileLaneSink sink = sink(files, "app.log");
        recovered(sink);
        commit(sink, BATCH);
        files.arm(Fault.KILL, 20);
        sink.flush();
        Files.move(dir.resolve("app.log"), dir.resolve("app.log.1"));

        FileLaneSink next = sink(new FaultyFiles(), "app.log");
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        recovered(next);
        assertThat(Thread.interrupted()).isEqualTo(interrupted);
        commit(next, "4 next\n");
        flush(next);

        assertThat(content("app.log.1")).isEqualTo(BATCH);
        assertThat(content("app.log")).isEqualTo("4 next\n");
    }

    @Test
    void shouldWriteTheBatchAgainWhenItsFileIsGone() throws IOException {
        FaultyFiles files = new FaultyFiles();
        FileLaneSink sink = sink(files, "app.log");
        recovered(sink);
        commit(sink, BATCH);
        files.arm(Fault.KILL, 20);
        sink.flush();
        Files.delete(dir.resolve("app.log"));

        FileLaneSink next = sink(new FaultyFiles(), "app.log");
        recovered(next);

        assertThat(content("app.log")).isEqualTo(BATCH);
        assertThat(status.list()).extracting(Status::code).contains(StatusCode.MR304);
    }

    /** As an editor leaves it, or somebody who moved the files to another disk. */
    @Test
    void I1_shouldGoOnInACopyThatTookTheFilesName() throws IOException {
        int length = BATCH.getBytes(StandardCharsets.UTF_8).length;
        for (int at = 1; at <= length; at++) {
            String file = "f" + at;
            FaultyFiles files = new FaultyFiles();
            FileLaneSink sink = sink(files, file);
            recovered(sink);
            commit(sink, "before\n");
            flush(sink);
            commit(sink, BATCH);
            files.arm(Fault.KILL, at);
            sink.flush();
            Files.copy(dir.resolve(file), dir.resolve("copy"));
            Files.move(dir.resolve("copy"), dir.resolve(file), StandardCopyOption.REPLACE_EXISTING);

            FileLaneSink next = sink(new FaultyFiles(), file);
            recovered(next);

            assertThat(content(file)).as("killed at %d", at).isEqualTo("before\n" + BATCH);
        }
        assertThat(status.list()).extracting(Status::code).doesNotContain(StatusCode.MR305);
    }

    /** What is removed leaves its identity to the next file that somebody creates. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldWriteToNoFileThatHasTheIdentityOfARemovedOne(boolean hasLines) throws IOException {
        FaultyFiles files = new FaultyFiles();
        FileLaneSink sink = sink(files, "app.log");
        recovered(sink);
        if (hasLines) {
            commit(sink, "before\n");
            flush(sink);
        }
        commit(sink, BATCH);
        files.arm(Fault.KILL, 20);
        sink.flush();
        Path other = Files.move(dir.resolve("app.log"), dir.resolve("other.txt"));
        String text = "somebody else's, and longer than what was there before\n";
        Files.writeString(other, text, StandardOpenOption.TRUNCATE_EXISTING);

        FileLaneSink next = sink(new FaultyFiles(), "app.log");
        recovered(next);

        assertThat(content("other.txt")).isEqualTo(text);
        assertThat(content("app.log")).isEqualTo(BATCH);
        assertThat(status.list()).extracting(Status::code).contains(StatusCode.MR305);
    }

    @Test
    void shouldSayThatABatchMayBeRepeatedWhereItsOutboxWasCut() throws IOException {
        FaultyFiles files = new FaultyFiles();
        FileLaneSink sink = sink(files, "app.log");
        recovered(sink);
        commit(sink, BATCH);
        files.arm(Fault.KILL, 20);
        sink.flush();
        try (FileChannel outbox = FileChannel.open(dir.resolve("app.log.outbox"), StandardOpenOption.WRITE)) {
            outbox.truncate(8192 + 10);
        }
        String torn = content("app.log");

        FileLaneSink next = sink(new FaultyFiles(), "app.log");
        recovered(next);

        assertThat(next.recovered()).isNull();
        assertThat(content("app.log")).isEqualTo(torn);
        assertThat(status.list()).extracting(Status::code).contains(StatusCode.MR309);
        assertThat(status.list()).extracting(Status::message).anyMatch(text -> text.contains("outbox is damaged"));
    }

    @Test
    void shouldGoOnAtTheEndOfAFileThatWasCutFromOutside() throws IOException {
        FileLaneSink sink = sink(new FaultyFiles(), "app.log");
        recovered(sink);
        commit(sink, "1\n2\n3\n");
        flush(sink);
        Files.write(dir.resolve("app.log"), new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
        commit(sink, "4\n");
        flush(sink);

        assertThat(content("app.log")).isEqualTo("4\n");
    }

    @Test
    void shouldNotRepeatABatchOfAMachineThatWentDown() throws IOException {
        FaultyFiles files = new FaultyFiles();
        FileLaneSink sink = sink(files, "app.log");
        recovered(sink);
        commit(sink, BATCH);
        files.arm(Fault.KILL, 20);
        sink.flush();

        FileLaneSink next = sink(new FaultyFiles(), "app.log");
        assertThat(next.recover(false)).isEqualTo(Outcome.DONE);

        assertThat(next.recovered()).isNull();
        assertThat(status.list()).extracting(Status::code).contains(StatusCode.MR305);
    }

    /** Its pages came to the disk later than the journal's: that it says nothing has to be kept. */
    @Test
    void I6_shouldNeverBelieveAnOutboxOfAMachineThatWentDown() throws IOException {
        FileLaneSink sink = sink(new FaultyFiles(), "app.log");
        recovered(sink);
        commit(sink, BATCH);
        flush(sink);
        assertThat(sink(new FaultyFiles(), "app.log").recover(false)).isEqualTo(Outcome.DONE);

        FileLaneSink next = sink(new FaultyFiles(), "app.log");
        recovered(next);

        assertThat(next.recovered()).isNull();
        assertThat(status.list()).isEmpty();
        assertThat(content("app.log")).isEqualTo(BATCH);
    }

    @Test
    void shouldFinishTheBatchBeforeEmptyingTheFile() throws IOException {
        FaultyFiles files = new FaultyFiles();
        FileLaneSink sink = sink(files, "app.log");
        recovered(sink);
        commit(sink, BATCH);
        files.arm(Fault.KILL, 20);
        sink.flush();

        FaultyFiles watched = new FaultyFiles();
        List<String> seen = new ArrayList<>();
        watched.beforeNextWrite(() -> seen.add("finished"));
        FileLaneSink next =
                new FileLaneSink("S", dir.resolve("app.log"), false, dir.resolve("app.log.outbox"), status, watched);
        recovered(next);

        assertThat(seen).containsExactly("finished");
        assertThat(content("app.log")).isEmpty();
    }

    @Test
    void shouldCreateTheFileAgainWhenItsDirectoryVanished() throws IOException {
        Path file = dir.resolve("logs/deep/app.log");
        FileLaneSink sink = new FileLaneSink("S", file, true, dir.resolve("o"), status, new FaultyFiles());
        recovered(sink);
        commit(sink, "1\n");
        flush(sink);
        Files.delete(file);
        Files.delete(file.getParent());

        // The identity is looked at once a second: commits until then still reach the old file.
        while (!Files.exists(file)) {
            commit(sink, "2\n");
            flush(sink);
            LockSupport.parkNanos(1_000_000);
        }

        assertThat(Files.readString(file)).startsWith("2\n");
        assertThat(status.list()).extracting(Status::code).contains(StatusCode.MR303);
    }

    @Test
    void shouldTellOnceWhenItFailsAndOnceWhenItWorksAgainI5() throws IOException {
        FaultyFiles files = new FaultyFiles();
        files.failToOpen(true);
        FileLaneSink sink = sink(files, "app.log");
        for (int i = 0; i < 4; i++) {
            assertThat(sink.recover(true)).isEqualTo(Outcome.LATER);
            LockSupport.parkNanos(sink.retryDelayNs());
        }
        files.failToOpen(false);
        recovered(sink);
        commit(sink, BATCH);
        flush(sink);

        assertThat(content("app.log")).isEqualTo(BATCH);
        assertThat(status.list()).extracting(Status::code).containsExactly(StatusCode.MR301, StatusCode.MR302);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldHoldAgainstARandomHistoryI1(long seed) throws IOException {
        Random random = new Random(seed);
        StringBuilder expected = new StringBuilder();
        FaultyFiles files = new FaultyFiles();
        FileLaneSink sink = sink(files, "app.log");
        recovered(sink);
        int line = 0;
        for (int round = 0; round < 300; round++) {
            StringBuilder batch = new StringBuilder();
            int lines = random.nextInt(random.nextInt(50) == 0 ? 9000 : 6);
            for (int i = 0; i < lines; i++) {
                batch.append(line++)
                        .append(" own line ")
                        .append("x".repeat(random.nextInt(30)))
                        .append('\n');
            }
            String others = random.nextInt(4) == 0 ? "foreign " + round + "\n" : "";
            while (commit(sink, batch.toString()) != Outcome.DONE) {
                LockSupport.parkNanos(sink.retryDelayNs());
            }
            if (!others.isEmpty() && lines > 0) {
                files.beforeNextWrite(() -> foreign("app.log", others));
                expected.append(others);
            }
            expected.append(batch);
            boolean kill = false;
            if (random.nextInt(3) == 0 && lines > 0) {
                Fault fault = Fault.values()[random.nextInt(4)];
                kill = fault == Fault.KILL;
                files.arm(fault, random.nextInt(batch.length() + 1));
            }
            if (kill) {
                sink.flush();
                files = new FaultyFiles();
                if (random.nextBoolean()) {
                    files.arm(Fault.values()[random.nextInt(3)], random.nextInt(batch.length() + 1));
                }
                sink = sink(files, "app.log");
                recovered(sink);
                files = new FaultyFiles();
                sink.close();
                sink = sink(files, "app.log");
                recovered(sink);
            } else {
                flush(sink);
            }
        }
        boolean ignored = Thread.interrupted();

        assertThat(content("app.log")).isEqualTo(expected.toString());
    }
}
