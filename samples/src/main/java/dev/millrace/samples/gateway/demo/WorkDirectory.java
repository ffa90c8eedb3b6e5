package dev.millrace.samples.gateway.demo;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A fresh directory for logs and journals, with an eye on the space that is left. */
final class WorkDirectory {
    private static final long MIB = 1 << 20;
    private static final long TO_START_MIB = 640;
    private static final long PER_SECOND_MIB = 20;
    private static final long TO_GO_ON_MIB = 128;

    private final Path path;

    private WorkDirectory(Path path) {
        this.path = path;
    }

    /** Makes one in {@code parent}, or in the temporary directory when that is null. */
    static WorkDirectory create(Path parent) {
        try {
            Path path = parent == null
                    ? Files.createTempDirectory("millrace-demo-")
                    : Files.createTempDirectory(Files.createDirectories(parent), "millrace-demo-");
            return new WorkDirectory(path.toRealPath());
        } catch (IOException e) {
            throw new DemoFailure(
                    ExitCode.ENVIRONMENT,
                    "no work directory can be made in " + (parent == null ? "the temporary directory" : parent) + ": "
                            + e + " (choose another with --dir)");
        }
    }

    Path path() {
        return path;
    }

    /** A {@link DemoFailure} unless the demo fits. */
    void requireSpaceToStart(int secondsAllBackendsRun) throws IOException {
        requireSpace(TO_START_MIB + PER_SECOND_MIB * secondsAllBackendsRun, "the demo needs");
    }

    /** A {@link DemoFailure} before the disk is so full that nothing ends cleanly. */
    void requireSpaceToGoOn() throws IOException {
        requireSpace(TO_GO_ON_MIB, "to go on, the demo needs");
    }

    private void requireSpace(long neededMib, String who) throws IOException {
        long freeMib = Files.getFileStore(path).getUsableSpace() / MIB;
        if (freeMib < neededMib) {
            throw new DemoFailure(
                    ExitCode.ENVIRONMENT,
                    "the disk is full: " + path + " has " + freeMib + " MiB left and " + who + " " + neededMib
                            + " MiB (choose another with --dir)");
        }
    }

    /** Deletes a folder in it, or all of it; what is gone already is no error. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException cause) throws IOException {
                if (cause instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw cause;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException cause) throws IOException {
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
