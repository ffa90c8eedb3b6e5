package dev.millrace.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** The output of a {@code tail -f}, read as it comes: each line says when its event was logged. */
final class FollowedOutput implements AutoCloseable {
    private static final int DIGITS = 3;
    private static final int BUFFER_BYTES = 256 << 10;
    private static final long LAST_LINES_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long JOURNAL_POLL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path directory;
    private final Path javaHome;
    private final String mark;
    private final Histogram latencies = new Histogram(DIGITS);
    private final Thread thread = new Thread(this::read, "bench-follower");
    private volatile Process process;
    private volatile long lines;
    private volatile boolean ended;

    private FollowedOutput(Path directory, Path javaHome, String mark) {
        this.directory = directory;
        this.javaHome = javaHome;
        this.mark = mark;
    }

    /** Follows the journal of that directory as soon as there is one. */
    static FollowedOutput start(Path directory, Path javaHome, String mark) {
        FollowedOutput output = new FollowedOutput(directory, javaHome, mark);
        output.thread.setDaemon(true);
        output.thread.start();
        return output;
    }

    private void read() {
        try {
            while (!ended && !Files.isDirectory(directory.resolve(".millrace"))) {
                LockSupport.parkNanos(JOURNAL_POLL_NS);
            }
            // The directory comes before the journal in it.
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            process = LiveForks.start(Tool.millrace("tail", "-f", "-n", "0", "--pattern", "%msg", directory.toString())
                    .process(javaHome));
            try (InputStream in = new BufferedInputStream(process.getInputStream(), BUFFER_BYTES)) {
                readLines(in);
            }
        } catch (IOException e) {
            // Closed; whoever waits finds lines missing.
        }
    }

    private void readLines(InputStream in) throws IOException {
        byte[] bytes = new byte[BUFFER_BYTES];
        StringBuilder line = new StringBuilder();
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
            long now = System.nanoTime();
            long marked = lines;
            for (int i = 0; i < count; i++) {
                if (bytes[i] != '\n') {
                    line.append((char) bytes[i]);
                    continue;
                }
                if (line.indexOf(mark) == 0) {
                    latencies.recordValue(Math.max(0, now - Long.parseLong(line, mark.length(), line.length(), 10)));
                    marked++;
                }
                line.setLength(0);
            }
            lines = marked;
        }
    }

    /** The times from calls to lines, once that many lines were printed or no more come. */
    Histogram await(long expected) throws InterruptedException {
        long before = -1;
        long changedNs = System.nanoTime();
        while (lines < expected && System.nanoTime() - changedNs < LAST_LINES_NS) {
            if (lines != before) {
                before = lines;
                changedNs = System.nanoTime();
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        close();
        thread.join();
        return latencies;
    }

    @Override
    public void close() {
        ended = true;
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }
}
