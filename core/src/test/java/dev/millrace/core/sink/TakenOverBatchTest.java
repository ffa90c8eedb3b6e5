package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.outbox.FileContent;
import dev.millrace.core.sink.FaultyFiles.Fault;
import dev.millrace.core.sink.FaultyFiles.Killed;
import dev.millrace.core.sink.LaneSink.Outcome;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reload leads away from a file that has taken a part of a batch and takes no more. */
@Timeout(120)
class TakenOverBatchTest {
    private static final String BATCH = "a1\nb2\nc3\n";

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();
    private Path before;
    private Path after;
    private FileLaneSink failing;

    private FileLaneSink sink(Path file, FaultyFiles files, Path outbox) {
        return new FileLaneSink("S", file, true, outbox, status, files);
    }

    /** A sink that has committed the batch, whose file took {@code taken} bytes and cannot be opened again. */
    private void fail(String name, int taken) {
        before = dir.resolve(name + "-before.log");
        after = dir.resolve(name + "-after.log");
        FaultyFiles files = new FaultyFiles();
        failing = sink(before, files, outbox(name));
        recover(failing, files);
        files.arm(Fault.FAIL, taken);
        byte[] bytes = BATCH.getBytes(StandardCharsets.UTF_8);
        assertThat(failing.commit(bytes, bytes.length, 100, 200, new long[SinkLedger.TOTALS]))
                .isEqualTo(Outcome.DONE);
        assertThat(failing.flush()).isEqualTo(Outcome.LATER);
        files.failToOpen(true);
    }

    private Path outbox(String name) {
        return dir.resolve(name + ".outbox");
    }

    private static void recover(FileLaneSink sink, FaultyFiles files) {
        while (sink.recover(true) != Outcome.DONE) {
            if (files.killed) {
                throw new Killed();
            }
            LockSupport.parkNanos(sink.retryDelayNs());
        }
    }

    /** The lines of both files; what the first ends with and is no line stands in the second again. */
    private String lines() throws IOException {
        String first = Files.readString(before);
        return first.substring(0, first.lastIndexOf('\n') + 1) + (Files.exists(after) ? Files.readString(after) : "");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void I1_shouldWriteEachLineOnceWhereverItsSuccessorIsKilled(boolean firstFileWorksAgain) throws IOException {
        for (int taken = 0; taken < BATCH.length(); taken++) {
            for (int killedAt = 0; killedAt <= BATCH.length(); killedAt++) {
                String name = taken + "-" + killedAt;
                fail(name, taken);
                FaultyFiles files = new FaultyFiles();
                files.failToOpen(before);
                FileLaneSink successor = sink(after, files, outbox(name));
                assertThat(successor.takeOver(failing)).isTrue();
                failing.end();
                failing.forget();
                failing.close();
                files.arm(Fault.KILL, killedAt);
                try {
                    recover(successor, files);
                } catch (Killed e) {
                    FaultyFiles again = new FaultyFiles();
                    again.failToOpen(firstFileWorksAgain ? null : before);
                    FileLaneSink next = sink(after, again, outbox(name));
                    recover(next, again);
                    assertThat(next.recovered().journalEnd()).isEqualTo(200);
                }

                assertThat(lines()).as(name).isEqualTo(BATCH);
            }
        }
    }

    @Test
    void I1_shouldWriteEachLineOnceWhereItIsKilledBeforeItsSuccessorDidAnything() throws IOException {
        for (int taken = 0; taken < BATCH.length(); taken++) {
            String name = Integer.toString(taken);
            fail(name, taken);
            FaultyFiles files = new FaultyFiles();
            assertThat(sink(after, files, outbox(name)).takeOver(failing)).isTrue();
            failing.end();
            failing.forget();
            failing.close();

            FaultyFiles again = new FaultyFiles();
            again.failToOpen(before);
            recover(sink(after, again, outbox(name)), again);

            assertThat(lines()).as(name).isEqualTo(BATCH);
        }
    }

    @Test
    void shouldPutTheHeaderBeforeTheLines() throws IOException {
        fail("header", 4);
        FaultyFiles files = new FaultyFiles();
        files.failToOpen(before);
        FileLaneSink successor = sink(after, files, outbox("header")).framed(Frames.ofFile());
        assertThat(successor.takeOver(failing)).isTrue();
        recover(successor, files);

        assertThat(Files.readString(after)).isEqualTo(Frames.HEADER + "\nb2\nc3\n");
        assertThat(status.list()).extracting(Status::code).doesNotContain(StatusCode.MR304, StatusCode.MR305);
    }

    @Test
    void I1_shouldHandOnWhatItTookOverItself() throws IOException {
        fail("twice", 4);
        FaultyFiles files = new FaultyFiles();
        files.failToOpen(true);
        FileLaneSink second = sink(dir.resolve("second.log"), files, outbox("twice"));
        assertThat(second.takeOver(failing)).isTrue();
        assertThat(second.recover(true)).isEqualTo(Outcome.LATER);
        FaultyFiles working = new FaultyFiles();
        working.failToOpen(before);
        FileLaneSink third = sink(after, working, outbox("twice"));
        assertThat(third.takeOver(second)).isTrue();
        recover(third, working);

        assertThat(lines()).isEqualTo(BATCH);
        assertThat(third.takeOver(second)).isFalse();
    }

    @Test
    void I1_shouldLeaveTheBatchWhereItIsUntilThereIsMemoryToTakeItOver() throws IOException {
        fail("starved", 4);
        Path renamed = Files.move(before, dir.resolve("starved-renamed.log"));
        AppendFile.Opener starving = new AppendFile.Opener() {
            @Override
            public FileContent read(Path path) {
                throw new OutOfMemoryError("test");
            }
        };
        FileLaneSink starved = new FileLaneSink("S", after, true, outbox("starved"), status, starving);
        assertThatThrownBy(() -> starved.takeOver(failing)).isInstanceOf(OutOfMemoryError.class);

        FaultyFiles files = new FaultyFiles();
        files.failToOpen(renamed);
        FileLaneSink successor = sink(after, files, outbox("starved"));
        assertThat(successor.takeOver(failing)).isTrue();
        recover(successor, files);

        before = renamed;
        assertThat(lines()).isEqualTo(BATCH);
    }

    @Test
    void shouldGoOnWithAHeaderThatWasWrittenInPart() throws IOException {
        fail("torn", 4);
        FaultyFiles files = new FaultyFiles();
        files.failToOpen(before);
        files.arm(Fault.FAIL, 5);
        FileLaneSink successor = sink(after, files, outbox("torn")).framed(Frames.ofFile());
        assertThat(successor.takeOver(failing)).isTrue();
        recover(successor, files);

        assertThat(Files.readString(after)).isEqualTo(Frames.HEADER + "\nb2\nc3\n");
    }

    @Test
    void shouldGiveTheTextUpForASinkThatLosesWhatAKillInterrupts() {
        fail("text", 4);

        assertThat(failing.giveUp()).isEqualTo(3);
    }
}
