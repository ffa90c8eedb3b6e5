package dev.millrace.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that does not see whose a lock file is, as in another container: locks it as soon as it can, until its input ends. */
final class LockRival {
    private LockRival() {}

    public static void main(String[] args) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
            FileLock taken = null;
            while (taken == null) {
                taken = channel.tryLock();
            }
            System.out.println("locked");
            while (System.in.read() >= 0) {
                // Nothing is told.
            }
        }
    }

    /** Starts one, and drops the locks of this process until it has the file. */
    static Process takes(Path lock) throws IOException {
        Process rival = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        LockRival.class.getName(),
                        lock.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        while (rival.isAlive() && rival.getInputStream().available() == 0) {
            TestJournals.dropLock(lock);
        }
        return rival;
    }
}
