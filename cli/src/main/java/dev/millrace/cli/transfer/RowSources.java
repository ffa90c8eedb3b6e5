package dev.millrace.cli.transfer;

import dev.millrace.cli.look.CommandFailure;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds out what a directory holds: a queue with or without a schema, or a logging journal. */
final class RowSources {
    private static final String QUEUE_JOURNAL = "0";
    private static final String CONTROL = "control";
    private static final String DICTIONARY = "dictionary";

    private RowSources() {}

    static RowSource open(Path directory) throws IOException {
        if (!isDirectory(directory)) {
            throw CommandFailure.refused("no directory: " + directory + " (name that of a queue or of a journal)");
        }
        requireReadable(directory);
        Schema schema = SchemaFile.read(directory);
        Path inside = directory.resolve(QUEUE_JOURNAL);
        if (Files.isDirectory(inside)) {
            requireReadable(inside);
        }
        if (schema != null && isJournal(inside)) {
            return new QueueRows(inside, schema);
        }
        Path journal = isJournal(directory) ? directory : onlySlot(directory);
        requireReadable(journal);
        return Files.exists(journal.resolve(DICTIONARY)) ? EventRows.open(journal) : new ByteRows(journal);
    }

    private static boolean isDirectory(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).isDirectory();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static void requireReadable(Path directory) throws IOException {
        Path control = directory.resolve(CONTROL);
        if (!Files.isReadable(directory) || !Files.isExecutable(directory)) {
            throw new AccessDeniedException(directory.toString());
        }
        if (Files.exists(control) && !Files.isReadable(control)) {
            throw new AccessDeniedException(control.toString());
        }
    }

    private static boolean isJournal(Path directory) {
        return Files.isRegularFile(directory.resolve(CONTROL));
    }

    private static Path onlySlot(Path home) throws IOException {
        List<Path> slots;
        try (Stream<Path> entries = Files.list(home)) {
            slots = entries.filter(RowSources::isJournal).sorted().toList();
        }
        if (slots.isEmpty()) {
            throw CommandFailure.refused("no journal here: " + home
                    + " (name a queue, or a journal's directory, which has a file " + CONTROL + ")");
        }
        if (slots.size() > 1) {
            throw CommandFailure.refused("several journals are here, name one: "
                    + slots.stream().map(Path::toString).collect(Collectors.joining(", ")));
        }
        return slots.get(0);
    }
}
