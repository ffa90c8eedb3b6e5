package dev.millrace.core.roll;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.journal.PrivateFiles;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Makes an archive of a file. The archive is written under another name, brought to the disk and read back before it
 * gets its own, and only then the file is removed: a kill at any instant leaves the file, or the archive, or both and
 * the mark that says so. Used by one thread.
 */
abstract class Compression {
    private static final int CHUNK_BYTES = 64 << 10;
    private static final int MAX_ATTEMPTS = 3;

    private MarkLock mark;

    /** Called after each piece, which took that long; false: the file is to be left alone. */
    abstract boolean goesOn(long busyNs);

    /** Runs the last steps unless the file is to be left alone; false when it is. */
    abstract boolean commit(Commit commit) throws IOException;

    /** The last steps. */
    interface Commit {
        void run() throws IOException;
    }

    /**
     * How it went.
     *
     * @param problem why the file stays; null when it does not, or somebody else has taken it
     */
    record Result(String problem, Throwable cause) {
        static final Result DONE = new Result(null, null);
    }

    /** Length and checksum of a content. */
    private record Content(long length, long checksum) {}

    /** Leaves a file alone that another process, which has found its mark, is compressing, or moves. */
    Result compress(ArchiveJob job) {
        if (isForeign(job)) {
            return new Result("the mark " + job.mark() + " is another user's", null);
        }
        try (MarkLock lock = MarkLock.tryLock(job.mark())) {
            mark = lock;
            return lock == null ? Result.DONE : compressAlone(job.named(entry(job, lock.channel())));
        } catch (IOException e) {
            return failed(job, e);
        }
    }

    /** Who may write to a folder could else have any file compressed and removed that lies there. */
    private static boolean isForeign(ArchiveJob job) {
        return Files.isRegularFile(job.original())
                && Files.exists(job.mark(), LinkOption.NOFOLLOW_LINKS)
                && !PrivateFiles.isOurs(job.mark())
                && !PrivateFiles.haveOneOwner(job.original(), job.mark());
    }

    private static Result failed(ArchiveJob job, Throwable e) {
        return new Result("the archive " + job.archive() + " could not be made", e);
    }

    private static byte[] entry(ArchiveJob job, FileChannel mark) throws IOException {
        if (mark == null) {
            return ArchiveJob.markedEntry(job).getBytes(StandardCharsets.UTF_8);
        }
        byte[] bytes = new byte[(int) Math.min(mark.size(), CHUNK_BYTES)];
        ByteBuffer target = ByteBuffer.wrap(bytes);
        while (target.hasRemaining() && mark.read(target) >= 0) {
            // As much as there is.
        }
        return Arrays.copyOf(bytes, target.position());
    }

    private Result compressAlone(ArchiveJob job) {
        try {
            if (!Files.isRegularFile(job.original())) {
                forget(job);
                return Result.DONE;
            }
            if (Files.exists(job.archive(), LinkOption.NOFOLLOW_LINKS)) {
                return besideAnArchive(job);
            }
            for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
                if (compressOnce(job)) {
                    return Result.DONE;
                }
            }
            return giveUp(job, "somebody writes to it", null);
        } catch (CancellationException e) {
            // The file was withdrawn.
            remove(job.part());
            return Result.DONE;
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
            // The mark stays: the next start tries again.
            remove(job.part());
            // A roll that has withdrawn the file has also moved it or its archive: that is no problem of theirs.
            if (e instanceof IOException && (!goesOn(0) || mark.isLost())) {
                return Result.DONE;
            }
            return failed(job, e);
        }
    }

    /** Does the last steps, or leaves the file alone. */
    private void finish(Commit last) throws IOException {
        boolean[] isMarked = new boolean[1];
        if (!commit(() -> isMarked[0] = mark.run(last)) || !isMarked[0]) {
            throw new CancellationException();
        }
    }

    /** There is no such file, unless one is just being rolled to that name. */
    private void forget(ArchiveJob job) throws IOException {
        finish(() -> {
            Files.deleteIfExists(job.part());
            Files.deleteIfExists(job.mark());
        });
    }

    /** A kill has come between the archive and the file's end; or the archive is another's. */
    private Result besideAnArchive(ArchiveJob job) throws IOException {
        Content original = read(job.original(), null);
        Content archived;
        try {
            archived = readArchive(job.archive(), job.format());
        } catch (IOException e) {
            return giveUp(job, "there is an archive " + job.archive() + ", which cannot be read", e);
        }
        if (!original.equals(archived)) {
            return giveUp(job, "there is another archive " + job.archive(), null);
        }
        removeOriginal(job, original.length());
        return Result.DONE;
    }

    /** The mark of a file that was withdrawn may by now be that of the next one of its name. */
    private Result giveUp(ArchiveJob job, String problem, Throwable cause) throws IOException {
        finish(() -> {
            remove(job.part());
            remove(job.mark());
        });
        return new Result(problem, cause);
    }

    private boolean compressOnce(ArchiveJob job) throws IOException {
        Content original = write(job);
        if (!readArchive(job.part(), job.format()).equals(original)) {
            throw new IOException("what was written to " + job.part() + " reads back differently");
        }
        boolean[] unchanged = new boolean[1];
        finish(() -> {
            unchanged[0] = Files.size(job.original()) == original.length();
            if (unchanged[0]) {
                publish(job);
                Files.delete(job.original());
                Files.deleteIfExists(job.mark());
            }
        });
        return unchanged[0];
    }

    private void removeOriginal(ArchiveJob job, long length) throws IOException {
        finish(() -> {
            if (Files.size(job.original()) == length) {
                Files.delete(job.original());
                Files.deleteIfExists(job.part());
                Files.deleteIfExists(job.mark());
            }
        });
    }

    private static void publish(ArchiveJob job) throws IOException {
        if (Files.exists(job.archive(), LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(job.archive().toString());
        }
        Files.move(job.part(), job.archive(), StandardCopyOption.ATOMIC_MOVE);
        forceFolder(job.archive().getParent());
    }

    /** The archive's name reaches the disk before the file goes away, where the platform can do that. */
    private static void forceFolder(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Not every platform opens folders.
            return;
        }
    }

    private Content write(ArchiveJob job) throws IOException {
        Content content;
        // What an earlier process has left, or whatever somebody has put there.
        Files.deleteIfExists(job.part());
        try (OutputStream file = new BufferedOutputStream(
                        Files.newOutputStream(job.part(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        CHUNK_BYTES);
                OutputStream archive = archiveOn(file, job)) {
            content = read(job.original(), archive);
        }
        // Libraries end an archive by closing its file.
        try (FileChannel channel = FileChannel.open(job.part(), StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        return content;
    }

    private static OutputStream archiveOn(OutputStream file, ArchiveJob job) throws IOException {
        if (job.format() == ArchiveFormat.GZIP) {
            return new GZIPOutputStream(file, CHUNK_BYTES);
        }
        if (job.format() != ArchiveFormat.ZIP) {
            return LibraryStreams.compressing(job.format(), file);
        }
        ZipOutputStream zip = new ZipOutputStream(file);
        zip.putNextEntry(new ZipEntry(job.entry()));
        return zip;
    }

    private Content readArchive(Path archive, ArchiveFormat format) throws IOException {
        try (InputStream file = open(archive);
                InputStream content = contentOf(file, format)) {
            return drain(content, null);
        }
    }

    private static InputStream contentOf(InputStream file, ArchiveFormat format) throws IOException {
        if (format == ArchiveFormat.GZIP) {
            return new GZIPInputStream(file, CHUNK_BYTES);
        }
        if (format != ArchiveFormat.ZIP) {
            return LibraryStreams.reading(format, new BufferedInputStream(file, CHUNK_BYTES));
        }
        ZipInputStream zip = new ZipInputStream(file);
        if (zip.getNextEntry() == null) {
            throw new ZipException("no entry");
        }
        return zip;
    }

    private Content read(Path path, OutputStream copy) throws IOException {
        try (InputStream file = open(path)) {
            return drain(file, copy);
        }
    }

    private static InputStream open(Path path) throws IOException {
        Path file = PrivateFiles.follow(path);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(path + " is no file");
        }
        return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
    }

    private Content drain(InputStream source, OutputStream copy) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        CRC32C checksum = new CRC32C();
        long length = 0;
        while (true) {
            long beginNs = System.nanoTime();
            int count = source.read(chunk);
            if (count < 0) {
                return new Content(length, checksum.getValue());
            }
            checksum.update(chunk, 0, count);
            length += count;
            if (copy != null) {
                copy.write(chunk, 0, count);
            }
            if (!goesOn(System.nanoTime() - beginNs)) {
                throw new CancellationException();
            }
        }
    }

    static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // What cannot be removed is found and removed by a later start.
            return;
        }
    }
}
