package dev.millrace.core.roll;

import dev.millrace.core.plan.ArchiveFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A rolled file that is to be compressed.
 *
 * <p>While that is not done, an empty-looking mark lies beside it, so that the next start finds it after a kill; the
 * archive itself gets its name only when it is complete.
 *
 * @param original the file as it was rolled
 * @param format what it is to become
 * @param entry the name of the entry of a ZIP file; empty where only the mark has it
 * @since 0.1.0
 */
public record ArchiveJob(Path original, ArchiveFormat format, String entry) {
    static final String MARK = ".pending";
    static final String MOVED = ".moving";
    static final String PART = ".part";
    private static final int MAX_ENTRIES = 100_000;

    /** The finished archive. */
    public Path archive() {
        return beside(format.ending());
    }

    /** The archive while it is written. */
    Path part() {
        return beside(format.ending() + PART);
    }

    /** What says that the job is not done; it contains the entry's name. */
    public Path mark() {
        return beside(format.ending() + MARK);
    }

    /** The mark while the file is moved, so that no process compresses it. */
    Path markOfMove() {
        return beside(format.ending() + MOVED);
    }

    private Path beside(String ending) {
        return original.resolveSibling(original.getFileName() + ending);
    }

    /**
     * The jobs whose marks lie in a folder or below it, oldest name first; what cannot be read is passed over. Marks of moves
     * that nobody finishes any more, because the outbox is lost that knew of them, get their names back.
     */
    static List<ArchiveJob> below(Path folder, int depth, ArchiveFormat format) {
        List<ArchiveJob> jobs = new ArrayList<>();
        if (format != ArchiveFormat.PLAIN) {
            look(folder, depth, format, jobs, MAX_ENTRIES);
        }
        return jobs;
    }

    /** Returns how many entries may still be looked at. */
    private static int look(Path folder, int depth, ArchiveFormat format, List<ArchiveJob> jobs, int mostEntries) {
        String ending = format.ending() + MARK;
        String moved = format.ending() + MOVED;
        int left = mostEntries;
        String[] names = Folders.names(folder);
        Arrays.sort(names);
        for (String name : names) {
            if (--left < 0) {
                break;
            }
            Path file;
            try {
                file = folder.resolve(name);
            } catch (InvalidPathException e) {
                // None of ours: it could not be said.
                continue;
            }
            if (name.endsWith(ending)) {
                // Whoever compresses the file has the mark locked, and closing it after a look would end that.
                jobs.add(markedBy(file, ending, format));
            } else if (name.endsWith(moved)) {
                ArchiveJob job = markedBy(file, moved, format);
                if (MarkLock.isForgotten(file) && MarkLock.renameAlone(file, job.mark())) {
                    jobs.add(job);
                }
            } else if (depth > 0 && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                left = look(file, depth - 1, format, jobs, left);
            }
        }
        return left;
    }

    private static ArchiveJob markedBy(Path mark, String ending, ArchiveFormat format) {
        String name = mark.getFileName().toString();
        return new ArchiveJob(mark.resolveSibling(name.substring(0, name.length() - ending.length())), format, "");
    }

    /** The name of the entry of a ZIP file, which a job's mark contains. */
    static String markedEntry(ArchiveJob job) {
        byte[] mark = new byte[0];
        try {
            // Somebody may have put a pipe or a link there.
            if (Files.isRegularFile(job.mark(), LinkOption.NOFOLLOW_LINKS)) {
                mark = Files.readAllBytes(job.mark());
            }
        } catch (IOException e) {
            // As where it is empty.
        }
        return new ArchiveJob(job.original, job.format, "").named(mark).entry;
    }

    /** With the name that a mark of these bytes gives, unless it has one. */
    ArchiveJob named(byte[] mark) {
        String text = entry.isEmpty() ? new String(mark, StandardCharsets.UTF_8) : entry;
        return new ArchiveJob(
                original, format, text.isEmpty() ? original.getFileName().toString() : text);
    }
}
