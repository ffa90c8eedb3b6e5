package dev.millrace.core.sink;

import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.OutboxBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file in which a batch was begun by another process, or by another sink: where it is, and how much it has taken. */
final class BegunFile {
    private static final int MAX_DIRECTORY_ENTRIES = 10_000;

    private BegunFile() {}

    /** Where it is, under its old name or a new one in the same directory; {@code configured} where it is not found. */
    static Path of(OutboxBatch batch, Path configured, AppendFile.Opener opener, ByteBuffer rest) {
        Path path = batch.file() == null ? configured : batch.file();
        if (FileIdentity.of(path) == batch.fileIdentity()) {
            return path;
        }
        Path renamed = find(path, batch.fileIdentity(), opener, batch.offsetBefore(), rest);
        return renamed == null ? configured : renamed;
    }

    /**
     * The file of that identity beside {@code path} that ends at {@code offset} or goes on with these bytes; null without
     * one. A file that is removed leaves its identity to a new one, of anybody.
     */
    static Path find(Path path, long identity, AppendFile.Opener opener, long offset, ByteBuffer bytes) {
        Path directory = path.toAbsolutePath().getParent();
        if (directory == null || identity == FileIdentity.NONE || identity == FileIdentity.UNKNOWN) {
            return null;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            int seen = 0;
            for (Path entry : entries) {
                if (FileIdentity.of(entry) == identity && Files.isRegularFile(entry)) {
                    boolean ours = offset > 0 && Files.size(entry) == offset;
                    return ours || opener.bytesPresent(entry, offset, bytes) > 0 ? entry : null;
                }
                if (++seen == MAX_DIRECTORY_ENTRIES) {
                    return null;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return null;
        }
        return null;
    }

    /** How many bytes of the pending batch are out in {@code path}, in whole lines. */
    static int linesOut(Outbox outbox, Path path, AppendFile.Opener opener) {
        OutboxBatch batch = outbox.batch();
        int out = batch.start();
        try {
            // Who opens a pipe to look at it waits for somebody who writes.
            if (Files.isRegularFile(path)) {
                out += opener.bytesPresent(path, batch.offsetBefore(), outbox.rest());
            }
        } catch (IOException e) {
            // What cannot be looked at is written once more.
        }
        ByteBuffer written = outbox.before(out);
        while (out > 0 && written.get(out - 1) != '\n') {
            out--;
        }
        return out;
    }
}
