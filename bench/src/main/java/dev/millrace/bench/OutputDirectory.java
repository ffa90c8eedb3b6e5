package dev.millrace.bench;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A directory that an option names: made, and tried, before anything is measured. */
final class OutputDirectory {
    private OutputDirectory() {}

    /** The directory that the option says, by default the other one; a {@link UsageException} where none can be had. */
    static Path of(String option, String given, Path otherwise) {
        try {
            Path directory = given.isEmpty() ? otherwise : Path.of(given);
            return tried(option, made(option, directory));
        } catch (InvalidPathException e) {
            throw new UsageException("--" + option + ": '" + given + "' is no path: " + e.getReason());
        }
    }

    private static Path made(String option, Path directory) {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UsageException("--" + option + ": cannot make the directory " + directory + ": " + reason(e));
        }
    }

    private static Path tried(String option, Path directory) {
        try {
            Files.delete(Files.createTempFile(directory, "bench", ".try"));
            return directory;
        } catch (IOException e) {
            throw new UsageException(
                    "--" + option + ": cannot write into the directory " + directory + ": " + reason(e));
        }
    }

    /** In words: what the file system says is often the file's name alone. */
    static String reason(IOException e) {
        if (e instanceof FileAlreadyExistsException) {
            return "there is a file of that name";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return e instanceof FileSystemException told && told.getReason() != null ? told.getReason() : e.toString();
    }
}
