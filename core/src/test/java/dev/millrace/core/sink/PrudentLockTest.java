package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.status.StatusLog;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that write to one file while somebody leaves the beginnings of lines there, as killed ones do. */
@Timeout(120)
class PrudentLockTest {
    private static final int PAGE = 4096;
    private static final int WRITERS = 3;
    private static final int LINES = 1500;

    @TempDir
    Path dir;

    @Test
    void shouldHaveTheLockWhileItCutsAndWritesBehindTheCut() throws Exception {
        Path file = dir.resolve("app.log");
        List<Process> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Writer.class.getName(),
                            file.toString(),
                            "w" + i)
                    .redirectErrorStream(true)
                    .redirectOutput(new File(dir.toFile(), "writer-" + i))
                    .start());
        }
        int left = 0;
        while (writers.stream().anyMatch(Process::isAlive)) {
            left += leaveBeginning(file) ? 1 : 0;
            LockSupport.parkNanos(50_000);
        }

        for (int i = 0; i < WRITERS; i++) {
            assertThat(writers.get(i).waitFor())
                    .as(Files.readString(dir.resolve("writer-" + i)))
                    .isZero();
        }
        assertThat(left).isPositive();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < WRITERS; i++) {
            String name = "w" + i;
            assertThat(lines.stream().filter(line -> line.contains(name)).toList())
                    .isEqualTo(IntStream.range(0, LINES)
                            .mapToObj(n -> Writer.line(name, n))
                            .toList());
        }
    }

    /** As a kernel leaves it: up to the end of a page. */
    private static boolean leaveBeginning(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                return false;
            }
            long size = channel.size();
            if (size % PAGE == 0) {
                return false;
            }
            channel.write(
                    ByteBuffer.wrap("x".repeat((int) (PAGE - size % PAGE)).getBytes(StandardCharsets.US_ASCII)), size);
            return true;
        }
    }

    /** Writes its lines, one by one. */
    static final class Writer {
        private Writer() {}

        static String line(String name, int number) {
            return name + " " + number + " " + "y".repeat(50 + number % 200);
        }

        public static void main(String[] args) throws IOException {
            PrudentFiles files = new PrudentFiles("S", new StatusLog(), null);
            try (AppendFile file = files.open(Path.of(args[0]), false)) {
                for (int number = 0; number < LINES; number++) {
                    write(file, ByteBuffer.wrap((line(args[1], number) + "\n").getBytes(StandardCharsets.US_ASCII)));
                }
            }
        }

        private static void write(AppendFile file, ByteBuffer line) throws IOException {
            while (line.hasRemaining()) {
                int ignored = file.write(line);
            }
        }
    }
}
