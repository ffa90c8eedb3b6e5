package dev.millrace.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/** A fresh directory that anybody can enter and that is gone after {@link #close()}. */
public final class WorkDir implements AutoCloseable {
    private final Path path;
    private boolean kept = Boolean.getBoolean("millrace.it.keep");

    /** Makes one below {@code java.io.tmpdir}. */
    public WorkDir(String name) {
        try {
            path = Files.createTempDirectory("millrace-it-" + name + "-");
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The directory. */
    public Path path() {
        return path;
    }

    /** Lets it stay for a look. */
    public void keep() {
        kept = true;
    }

    /** Makes a directory in it. */
    public Path make(String name) {
        try {
            return Files.createDirectories(path.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes what lies below a path and the path itself, if it exists. Links are not followed. */
    public static void delete(Path root) {
        if (!Files.exists(root, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> below = Files.walk(root)) {
            for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (!kept) {
            delete(path);
        }
    }
}
