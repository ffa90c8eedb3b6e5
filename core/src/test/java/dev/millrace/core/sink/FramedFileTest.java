package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.sink.FaultyFiles.Fault;
import dev.millrace.core.sink.FaultyFiles.Killed;
import dev.millrace.core.sink.LaneSink.Outcome;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class FramedFileTest {
    private static final String[] LINES = {"first\n", "second\n", "third\n"};
    private static final String WHOLE = Frames.HEADER + "\n" + String.join("", LINES) + Frames.FOOTER + "\n";

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    private FileLaneSink sink(FaultyFiles files, Path file) {
        Path outbox = file.resolveSibling(file.getFileName() + ".outbox");
        return new FileLaneSink("S", file, true, outbox, status, files).framed(Frames.ofFile());
    }

    private static void live(FileLaneSink sink, FaultyFiles files) {
        until(() -> sink.recover(true), sink, files);
        int done = sink.recovered() == null ? 0 : (int) sink.recovered().journalEnd();
        for (int i = done; i < LINES.length; i++) {
            byte[] bytes = LINES[i].getBytes(StandardCharsets.UTF_8);
            int begin = i;
            until(() -> sink.commit(bytes, bytes.length, begin, begin + 1, new long[SinkLedger.TOTALS]), sink, files);
            until(sink::flush, sink, files);
        }
        sink.end();
    }

    private interface Attempt {
        Outcome outcome();
    }

    private static void until(Attempt attempt, FileLaneSink sink, FaultyFiles files) {
        while (attempt.outcome() != Outcome.DONE) {
            if (files.killed) {
                throw new Killed();
            }
            LockSupport.parkNanos(sink.retryDelayNs());
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void shouldWriteEachLineOnceWhereverAWriteStopsI1(Fault fault) throws IOException {
        for (int at = 0; at < WHOLE.length(); at++) {
            Path file = dir.resolve(fault + "-" + at);
            FaultyFiles files = new FaultyFiles();
            files.arm(fault, at);
            FileLaneSink sink = sink(files, file);
            try {
                live(sink, files);
            } catch (Killed e) {
                assertThat(files.killed).isTrue();
            }
            sink.close();
            boolean interrupted = Thread.interrupted();
            assertThat(interrupted).isEqualTo(fault == Fault.INTERRUPT);

            FaultyFiles sound = new FaultyFiles();
            FileLaneSink next = sink(sound, file);
            live(next, sound);
            next.close();

            List<String> lines = new ArrayList<>(Files.readAllLines(file));
            String what = fault + " at byte " + at + ": " + lines;
            assertThat(lines).as(what).startsWith(Frames.HEADER).endsWith(Frames.FOOTER);
            assertThat(lines.stream().filter(Frames.HEADER::equals)).as(what).hasSize(2);
            assertThat(lines.stream().filter(Frames.FOOTER::equals)).as(what).hasSizeBetween(1, 2);
            lines.removeIf(line -> line.equals(Frames.HEADER) || line.equals(Frames.FOOTER));
            assertThat(lines).as(what).containsExactly("first", "second", "third");
        }
    }

    @Test
    void shouldWriteOneHeaderHoweverOftenTheFileIsOpenedAgain() throws IOException {
        Path file = dir.resolve("again");
        FaultyFiles files = new FaultyFiles();
        FileLaneSink sink = sink(files, file);
        files.arm(Fault.FAIL, 3);
        until(() -> sink.recover(true), sink, files);
        files.arm(Fault.FAIL, 2);
        live(sink, files);
        sink.close();

        assertThat(file).hasContent(WHOLE);
        assertThat(status.list()).noneMatch(told -> told.code() == StatusCode.MR304);
    }
}
