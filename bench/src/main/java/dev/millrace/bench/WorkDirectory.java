package dev.millrace.bench;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/**
 * The directory below which runs leave their files; removed at the end, also when a signal ends the workbench, unless it
 * is to be kept.
 */
final class WorkDirectory implements AutoCloseable {
    private static final long SYNC_LIMIT_SECONDS = 300;
    private static final int END_TRIES = 10;

    private final Path root;
    private final boolean keep;
    private final Runnable atEnd = this::deleteAtEnd;
    private int runs;

    private WorkDirectory(Path root, boolean keep) {
        this.root = root;
        this.keep = keep;
    }

    /** A fresh directory below the option {@code work}, kept with the switch {@code keep}. */
    static WorkDirectory open(Options options) throws IOException {
        LiveForks.awaitNoEnd();
        WorkDirectory work =
                new WorkDirectory(Files.createTempDirectory(parent(options), "run-"), options.isOn("keep"));
        if (!work.keep) {
            LiveForks.behind(work.atEnd);
        }
        return work;
    }

    /** The directory that the option {@code work} names, made when it is not there. */
    static Path parent(Options options) {
        return OutputDirectory.of(
                "work", options.text("work"), Installation.target().resolve("work"));
    }

    Path root() {
        return root;
    }

    /** A fresh directory for a run; what earlier runs wrote is gone and the disk is quiet. */
    Path freshRun(Backend backend) throws IOException, InterruptedException {
        Path directory = Files.createDirectory(root.resolve(++runs + "-" + backend.word()));
        sync();
        return directory;
    }

    /** Removes the files of a run, unless they are to be kept. */
    void done(Path run) throws IOException {
        if (!keep) {
            delete(run);
        }
    }

    @Override
    public void close() throws IOException {
        if (!keep) {
            delete(root);
            LiveForks.forget(atEnd);
        }
    }

    private void deleteAtEnd() {
        // Who prepares a run writes on meanwhile; once its directory is gone, it cannot.
        for (int tries = 0; Files.exists(root) && tries < END_TRIES; tries++) {
            try {
                delete(root);
            } catch (IOException e) {
                if (tries == END_TRIES - 1) {
                    System.err.println("bench: " + root + " is left: " + e);
                }
            }
        }
    }

    private static void sync() throws IOException, InterruptedException {
        Process sync = new ProcessBuilder("sync").inheritIO().start();
        if (!sync.waitFor(SYNC_LIMIT_SECONDS, TimeUnit.SECONDS) || sync.exitValue() != 0) {
            sync.destroyForcibly();
            throw new IOException("'sync' failed or took longer than " + SYNC_LIMIT_SECONDS + " s");
        }
    }

    private static void delete(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException e) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
