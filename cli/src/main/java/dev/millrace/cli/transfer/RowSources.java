package dev.millrace.cli.transfer;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.read.JournalFinder;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Collectors;

/** Finds out what a directory holds: a queue with or without a schema, or a logging journal. */
final class RowSources {
    private static final String CONTROL = "control";
    private static final String CURSORS = "cursors";
    private static final String DICTIONARY = "dictionary";

    private RowSources() {}

    static RowSource open(Path directory) throws IOException {
        if (!isDirectory(directory)) {
            throw CommandFailure.refused("no directory: " + directory + " (name that of a queue or of a journal)");
        }
        Path journal = onlyJournal(directory);
        if (!Files.isReadable(journal.resolve(CONTROL))) {
            throw new AccessDeniedException(journal.resolve(CONTROL).toString());
        }
        Schema schema = isOfQueue(directory.toRealPath(), journal) ? SchemaFile.read(journal.getParent()) : null;
        if (schema != null) {
            return new QueueRows(journal, schema);
        }
        return Files.exists(journal.resolve(DICTIONARY)) ? EventRows.open(journal) : new ByteRows(journal);
    }

    /** Elsewhere a file named like a schema is anything, such as what a service keeps beside its logs. */
    private static boolean isOfQueue(Path directory, Path journal) {
        Path queue = journal.getParent();
        return directory.equals(queue)
                || (directory.equals(journal)
                        && Files.isDirectory(queue.resolve(CURSORS))
                        && !Files.exists(journal.resolve(DICTIONARY)));
    }

    private static boolean isDirectory(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).isDirectory();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static Path onlyJournal(Path directory) throws IOException {
        List<Path> journals = JournalFinder.find(List.of(directory));
        if (journals.size() > 1) {
            throw CommandFailure.refused("several journals are here, name one: "
                    + journals.stream().map(Path::toString).collect(Collectors.joining(", ")));
        }
        return journals.get(0);
    }
}
