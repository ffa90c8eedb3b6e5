package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.sink.LaneSink.Outcome;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file that is open, and whose name leads somewhere else by now. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LogFileTest {
    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    private static FileLaneSink sink(Path path, StatusLog status) {
        FileLaneSink sink = new FileLaneSink("S", path, true, null, status, AppendFile.REAL);
        assertThat(sink.recover(true)).isEqualTo(Outcome.DONE);
        return sink;
    }

    private static Outcome write(FileLaneSink sink, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Outcome outcome = sink.commit(bytes, bytes.length, 0, 1, new long[SinkLedger.TOTALS]);
        return outcome == Outcome.DONE ? sink.flush() : outcome;
    }

    /** The other sink is made and asked later: once it has looked what its name leads to, so has this one. */
    private void awaitLook(FileLaneSink sink) throws IOException {
        StatusLog told = new StatusLog();
        Path beside = dir.resolve("beside.log");
        FileLaneSink other = sink(beside, told);
        Files.delete(beside);
        while (told.list().isEmpty()) {
            write(sink, "");
            assertThat(write(other, "")).isEqualTo(Outcome.DONE);
        }
        assertThat(told.list()).extracting(Status::code).containsExactly(StatusCode.MR303);
        other.close();
    }

    /** What others print to it, as a container's standard output, comes between lines. */
    @Test
    void shouldGiveAPipePiecesOfWholeLinesThatItTakesAsAWhole() throws Exception {
        Path pipe = dir.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no pipes with names");
        ByteBuffer lines = ByteBuffer.wrap("a line of a log\n".repeat(1_000).getBytes(StandardCharsets.UTF_8));
        ByteBuffer read = ByteBuffer.allocate(lines.remaining());

        try (FileChannel reader = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE);
                AppendFile file = AppendFile.REAL.open(pipe, false)) {
            while (lines.hasRemaining()) {
                int written = file.write(lines);
                assertThat(written).isPositive().isLessThanOrEqualTo(PieceSize.PIPE_BYTES);
                assertThat(lines.get(lines.position() - 1)).isEqualTo((byte) '\n');
                assertThat(reader.read(read)).isEqualTo(written);
            }
        }
        assertThat(read.array()).isEqualTo(lines.array());
    }

    /** As a folder that may not be searched any more, but so for everybody. */
    @Test
    void i8ShouldWriteOnToAFileWhoseNameCannotBeAsked() throws IOException {
        Path folder = dir.resolve("logs");
        FileLaneSink sink = sink(folder.resolve("app.log"), status);
        Files.move(folder, dir.resolve("moved"));
        Files.createSymbolicLink(folder, folder);

        awaitLook(sink);
        assertThat(write(sink, "line\n")).isEqualTo(Outcome.DONE);

        assertThat(dir.resolve("moved/app.log")).hasContent("line\n");
        assertThat(status.list()).isEmpty();
        sink.close();
    }

    @Test
    void shouldLetLinesWaitWhereAFileStandsInThePlaceOfAFolder() throws IOException {
        Path folder = dir.resolve("logs");
        FileLaneSink sink = sink(folder.resolve("app.log"), status);
        Files.move(folder, dir.resolve("moved"));
        Files.createFile(folder);

        awaitLook(sink);
        assertThat(write(sink, "line\n")).isEqualTo(Outcome.LATER);

        assertThat(dir.resolve("moved/app.log")).isEmptyFile();
        assertThat(status.list()).extracting(Status::code).containsExactly(StatusCode.MR303, StatusCode.MR301);
        sink.close();
    }
}
