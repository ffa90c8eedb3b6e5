package dev.millrace.bench;

import static dev.millrace.bench.BenchLines.line;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileRollTest {
    @TempDir
    Path directory;

    @Test
    void shouldReadRolledFilesInTheirOrderAndArchivesToo() throws IOException {
        archive("2026-11-21.9.log.gz", line(0, 0));
        write("2026-11-21.10.log", line(0, 1));
        archive("2026-11-21.10.log.gz", line(0, 1));
        write("2026-11-22.0.log", line(0, 2));
        write("", line(0, 3));

        assertThat(check(4)).isEqualTo(new LineCheck(4, 0, 0, 0, 0));
        assertThat(FileRoll.rolls(log())).isEqualTo(3);
    }

    @Test
    void shouldNotLetADoubledLineHideALostOne() throws IOException {
        write("2026-11-21.0.log", line(0, 0) + line(0, 1));
        write("", line(0, 1) + line(0, 3));

        assertThat(check(4)).isEqualTo(new LineCheck(4, 1, 1, 0, 0));
    }

    @Test
    void shouldLookAtWhatAnArchiveHasThatWasCutShort() throws IOException {
        byte[] whole = compressed(line(0, 0) + line(0, 1));
        Files.write(rolled("2026-11-21.0.log.gz"), Arrays.copyOf(whole, whole.length - 8));
        write("", line(0, 2));

        assertThat(check(3)).isEqualTo(new LineCheck(3, 0, 0, 0, 1));
    }

    private LineCheck check(long... linesOfThread) throws IOException {
        return LineCheck.of(FileRoll.files(log()), BenchLines.FORMAT, linesOfThread);
    }

    private Path log() {
        return rolled("");
    }

    private Path rolled(String ending) {
        return directory.resolve("bench.log" + (ending.isEmpty() ? "" : "." + ending));
    }

    private void write(String ending, String lines) throws IOException {
        Files.writeString(rolled(ending), lines, StandardCharsets.US_ASCII);
    }

    private void archive(String ending, String lines) throws IOException {
        Files.write(rolled(ending), compressed(lines));
    }

    private static byte[] compressed(String lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(lines.getBytes(StandardCharsets.US_ASCII));
        }
        return bytes.toByteArray();
    }
}
