package dev.millrace.core.roll;

import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.journal.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * The file operations of a roll. Not final: tests put failing ones in their place.
 *
 * @since 0.1.0
 */
public class RollFiles {
    /** Files of the operating system. */
    public static final RollFiles REAL = new RollFiles();

    private static final long CHUNK_BYTES = 1 << 20;

    /** For {@link #REAL}, and for what extends it. */
    protected RollFiles() {}

    /** {@link FileIdentity} of a file. */
    public long identity(Path file) {
        return FileIdentity.of(file);
    }

    /** Whether there is a file that both names lead to: by links, or in other words. */
    public boolean isSame(Path one, Path other) {
        try {
            return Files.exists(one) && Files.isSameFile(one, other);
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** Whether bytes can be put behind those of a file, or it does not exist. */
    public boolean takesBytes(Path file) {
        return Files.isRegularFile(file) || !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Length in bytes; 0 when there is no such file. */
    public long length(Path file) {
        return file.toFile().length();
    }

    /** Creates the folders that a file is to lie in. */
    public void createFolders(Path file) throws IOException {
        Path folder = file.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
    }

    /**
     * Gives a file another name on the same file system, never that of a file that exists.
     *
     * @throws AtomicMoveNotSupportedException when that is on another file system
     */
    public void rename(Path from, Path to) throws IOException {
        if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(to.toString());
        }
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Appends the bytes that a file has now from {@code offset} on to another, and brings them to the disk. */
    public void append(Path from, long offset, Path to) throws IOException {
        try (FileChannel source = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel target = FileChannel.open(
                        PrivateFiles.follow(to),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS)) {
            long position = offset;
            // Not asked again: a file that is copied to its own end would never end.
            long end = source.size();
            target.position(target.size());
            while (position < end) {
                long copied = source.transferTo(position, Math.min(CHUNK_BYTES, end - position), target);
                if (copied == 0) {
                    throw new IOException(from + " was cut while it was copied");
                }
                position += copied;
            }
            target.force(true);
        }
    }

    /** Cuts a file; one that would be empty is removed. */
    public void cut(Path file, long length) throws IOException {
        if (length == 0) {
            Files.deleteIfExists(file);
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    /** Removes a file that may be there. */
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    /** Writes a small file unless it is there. */
    public void mark(Path file, byte[] content) throws IOException {
        // Who can read it can lock it.
        try (FileChannel mark =
                PrivateFiles.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            for (ByteBuffer rest = ByteBuffer.wrap(content); rest.hasRemaining(); ) {
                int ignored = mark.write(rest);
            }
        } catch (FileAlreadyExistsException e) {
            // Where it is not ours, who is to compress the file says so.
        }
    }

    /**
     * Gives a mark that may be there another name, or removes it, so that from then on no process compresses its file;
     * false when there is none.
     */
    public boolean renameMark(Path mark, Path newName) throws IOException {
        return MarkLock.rename(mark, newName);
    }
}
