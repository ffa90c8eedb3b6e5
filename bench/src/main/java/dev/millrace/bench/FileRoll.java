package dev.millrace.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How many files a backend writes, and when it turns to the next.
 *
 * @param configuration what the name of the configuration for this ends with
 * @param size the size at which a file rolls, as both dialects write it; null: it does not
 * @param ending what rolled files end with: empty or {@code .gz}
 */
record FileRoll(String configuration, String size, String ending) {
    /** One file that grows. */
    static final FileRoll NONE = new FileRoll(Backend.FILE, null, "");

    /** One file that grows for each value of the MDC's {@code key}, which its name ends with. */
    static final FileRoll SIFTED = new FileRoll("-sifting.xml", null, "");

    private static final String ARCHIVE = ".gz";
    private static final Comparator<Path> OLDEST_FIRST =
            Comparator.comparing(FileRoll::day).thenComparing(FileRoll::index);

    /** A file that rolls at a size. */
    static FileRoll at(String size, String ending) {
        return new FileRoll("-rolling.xml", size, ending);
    }

    /** How many times the file was rolled. */
    static long rolls(Path log) throws IOException {
        return files(log).size() - 1L;
    }

    /**
     * A log and everything it was rolled to, the oldest first. A file that waits to be compressed counts, and not the
     * archive that is made of it.
     */
    static List<Path> files(Path log) throws IOException {
        String name = log.getFileName().toString();
        List<Path> files;
        try (Stream<Path> all = Files.list(log.getParent())) {
            files = all.filter(path -> {
                        String other = path.getFileName().toString();
                        return other.startsWith(name + ".")
                                && (other.endsWith(".log") || (other.endsWith(".log.gz") && !isOriginalThere(path)));
                    })
                    .sorted(OLDEST_FIRST)
                    .collect(Collectors.toCollection(ArrayList::new));
        }
        if (Files.exists(log)) {
            files.add(log);
        }
        return files;
    }

    /** The day in {@code bench.log.2026-11-21.7.log}. */
    private static String day(Path rolled) {
        return fromTheEnd(rolled, 2);
    }

    private static long index(Path rolled) {
        return Long.parseLong(fromTheEnd(rolled, 1));
    }

    private static String fromTheEnd(Path rolled, int words) {
        String[] all = rolled.getFileName().toString().replace(ARCHIVE, "").split("\\.");
        return all[all.length - 1 - words];
    }

    private static boolean isOriginalThere(Path archive) {
        String name = archive.getFileName().toString();
        return Files.exists(archive.resolveSibling(name.substring(0, name.length() - ARCHIVE.length())));
    }
}
