package dev.millrace.cli.transfer;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.journal.JournalException;
import dev.millrace.journal.JournalQueue;
import dev.millrace.journal.QueueOptions;
import dev.millrace.journal.Tailer;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

/** Opens the queue that is imported into, when its records are of the schema, or when it has none yet. */
final class QueueTarget {
    private static final String JOURNAL = "0";
    private static final String CONTROL = "control";
    private static final String DICTIONARY = "dictionary";

    /** What there is of a queue whose making was cut short, as by a full disk. */
    private static final Set<String> BEGINNINGS = Set.of(JOURNAL, JOURNAL + ".lock", "cursors", "schema.new");

    private QueueTarget() {}

    static JournalQueue open(Path directory, Schema schema, QueueOptions options) throws IOException {
        refuseForeign(directory);
        refuseOther(directory, schema);
        JournalQueue queue = openQueue(directory, options);
        boolean opened = false;
        try {
            // Looked at again: now nobody else writes it.
            refuseOther(directory, schema);
            if (SchemaFile.read(directory) == null) {
                refuseRecords(directory);
                SchemaFile.write(directory, schema);
            }
            opened = true;
            return queue;
        } finally {
            if (!opened) {
                queue.close();
            }
        }
    }

    private static JournalQueue openQueue(Path directory, QueueOptions options) throws IOException {
        try {
            return JournalQueue.open(directory, options);
        } catch (JournalException e) {
            if (e.getCause() instanceof AccessDeniedException denied) {
                throw CommandFailure.refused(
                        "no permission: " + denied.getFile() + " (run as a user who may write there)");
            }
            if (e.getCause() instanceof FileSystemException refused && refused.getReason() == null) {
                throw CommandFailure.refused("no queue can be made there: " + directory
                        + " (name a directory on a disk that can be written)");
            }
            throw e;
        }
    }

    private static void refuseForeign(Path directory) throws IOException {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isDirectory(directory)) {
            throw CommandFailure.refused(
                    "no directory: " + directory + " (name the directory of a queue, or a new one)");
        }
        if (Files.exists(directory.resolve(CONTROL))
                || Files.exists(directory.resolve(JOURNAL).resolve(DICTIONARY))) {
            throw CommandFailure.refused(
                    "a logging journal is there: " + directory + " (import into a queue of its own)");
        }
        try (Stream<Path> entries = Files.list(directory)) {
            if (!Files.exists(directory.resolve(JOURNAL).resolve(CONTROL))
                    && !entries.map(entry -> entry.getFileName().toString()).allMatch(BEGINNINGS::contains)) {
                throw CommandFailure.refused(
                        "there is something else than a queue: " + directory + " (name a new or an empty directory)");
            }
        }
    }

    private static void refuseOther(Path directory, Schema schema) throws IOException {
        Schema there = SchemaFile.read(directory);
        if (there != null && !there.equals(schema)) {
            throw CommandFailure.refused("the queue's records are others: " + directory + " has " + there
                    + ", the import " + schema + " (import into another queue, or choose these with --field)");
        }
    }

    private static void refuseRecords(Path directory) throws IOException {
        try (Tailer tailer = Tailer.open(directory)) {
            if (tailer.next()) {
                throw CommandFailure.refused("the queue has records and no schema: " + directory
                        + " (a program appended them; import into another queue)");
            }
        }
    }
}
