package dev.millrace.core.roll;

import dev.millrace.core.plan.ArchiveFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
 * @param entry the name of the entry of a ZIP file
 * @since 0.1.0
 */
public record ArchiveJob(Path original, ArchiveFormat format, String entry) {
    static final String MARK = ".pending";
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

    private Path beside(String ending) {
        return original.resolveSibling(original.getFileName() + ending);
    }

    /** The jobs whose marks lie in a folder or below it, oldest name first; what cannot be read is passed over. */
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
        int left = mostEntries;
        String[] names = Folders.names(folder);
        Arrays.sort(names);
        for (String name : names) {
            if (--left < 0) {
                break;
            }
            Path file = folder.resolve(name);
            if (name.endsWith(ending)) {
                jobs.add(jobOf(file, ending, format));
            } else if (depth > 0 && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                left = look(file, depth - 1, format, jobs, left);
            }
        }
        return left;
    }

    private static ArchiveJob jobOf(Path mark, String ending, ArchiveFormat format) {
        String name = mark.getFileName().toString();
        Path original = mark.resolveSibling(name.substring(0, name.length() - ending.length()));
        String entry = markedEntry(new ArchiveJob(original, format, ""));
        return new ArchiveJob(original, format, entry);
    }

    /** The name of the entry of a ZIP file, which a job's mark contains. */
    static String markedEntry(ArchiveJob job) {
        try {
            String text = new String(Files.readAllBytes(job.mark()), StandardCharsets.UTF_8);
            return text.isEmpty() ? job.original().getFileName().toString() : text;
        } catch (IOException e) {
            return job.original().getFileName().toString();
        }
    }
}
