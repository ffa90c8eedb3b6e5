package dev.millrace.core.roll;

import dev.millrace.core.plan.ArchiveFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds what an earlier process has rolled and not compressed, by its marks. */
final class Unfinished {
    private static final int MAX_ENTRIES = 100_000;

    private Unfinished() {}

    /** The jobs whose marks lie in a folder or below it, oldest name first. */
    static List<ArchiveJob> below(Path folder, int depth, ArchiveFormat format) {
        List<ArchiveJob> jobs = new ArrayList<>();
        if (format == ArchiveFormat.PLAIN || !Files.isDirectory(folder)) {
            return jobs;
        }
        String ending = format.ending() + ArchiveJob.MARK;
        try (Stream<Path> files = Files.walk(folder, depth + 1)) {
            files.limit(MAX_ENTRIES)
                    .filter(file -> file.getFileName().toString().endsWith(ending))
                    .sorted()
                    .forEach(mark -> jobs.add(jobOf(mark, ending, format)));
        } catch (IOException | java.io.UncheckedIOException e) {
            // What can be seen is finished; a folder that cannot be read is told where it is written to.
            return jobs;
        }
        return jobs;
    }

    private static ArchiveJob jobOf(Path mark, String ending, ArchiveFormat format) {
        String name = mark.getFileName().toString();
        Path original = mark.resolveSibling(name.substring(0, name.length() - ending.length()));
        String entry = entry(new ArchiveJob(original, format, ""));
        return new ArchiveJob(original, format, entry);
    }

    /** The name of the entry of a ZIP file, which a job's mark contains. */
    static String entry(ArchiveJob job) {
        try {
            String text = new String(Files.readAllBytes(job.mark()), StandardCharsets.UTF_8);
            return text.isEmpty() ? job.original().getFileName().toString() : text;
        } catch (IOException e) {
            return job.original().getFileName().toString();
        }
    }
}
