package dev.millrace.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

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

    private static final int BUFFER_BYTES = 1 << 20;

    /** A file that rolls at a size. */
    static FileRoll at(String size, String ending) {
        return new FileRoll("-rolling.xml", size, ending);
    }

    /** How many times the file was rolled. */
    static long rolls(Path log) throws IOException {
        return files(log).size() - 1L;
    }

    /** Lines of a log and of everything it was rolled to. */
    static long lines(Path log) throws IOException {
        long lines = 0;
        byte[] buffer = new byte[BUFFER_BYTES];
        for (Path file : files(log)) {
            lines += linesIn(file, buffer);
        }
        return lines;
    }

    private static long linesIn(Path file, byte[] buffer) throws IOException {
        long lines = 0;
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = file.toString().endsWith(".gz")
                        ? new GZIPInputStream(raw, BUFFER_BYTES)
                        : new BufferedInputStream(raw, BUFFER_BYTES)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                for (int i = 0; i < count; i++) {
                    lines += buffer[i] == '\n' ? 1 : 0;
                }
            }
        } catch (EOFException e) {
            // The end of the program came while a rival wrote this archive: what it has counts.
            return lines;
        }
        return lines;
    }

    /** A file that waits to be compressed counts, and not the archive that is made of it. */
    private static List<Path> files(Path log) throws IOException {
        String name = log.getFileName().toString();
        try (Stream<Path> all = Files.list(log.getParent())) {
            return all.filter(path -> {
                        String other = path.getFileName().toString();
                        return other.equals(name)
                                || (other.startsWith(name + ".")
                                        && (other.endsWith(".log")
                                                || (other.endsWith(".log.gz") && !isOriginalThere(path))));
                    })
                    .toList();
        }
    }

    private static boolean isOriginalThere(Path archive) {
        String name = archive.getFileName().toString();
        return Files.exists(archive.resolveSibling(name.substring(0, name.length() - ".gz".length())));
    }
}
