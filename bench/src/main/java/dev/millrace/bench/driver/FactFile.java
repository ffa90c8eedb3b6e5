package dev.millrace.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of lines {@code name: value} or {@code name="value"}, in which a system or a JDK tells about itself. */
public final class FactFile {
    private static final String KIBIBYTES = " kB";

    private FactFile() {}

    /** What the first line says whose name begins so; {@code otherwise} where the file or such a line is not there. */
    public static String field(Path file, String name, String otherwise) throws IOException {
        if (!Files.isReadable(file)) {
            return otherwise;
        }
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith(name)) {
                return line.substring(line.indexOf(line.indexOf('=') >= 0 ? '=' : ':') + 1)
                        .replace("\"", "")
                        .trim();
            }
        }
        return otherwise;
    }

    /** The same of a size, which Linux tells in kibibytes; 0 where it is not there. */
    public static long bytes(Path file, String name) throws IOException {
        String size = field(file, name, "");
        return size.endsWith(KIBIBYTES)
                ? Long.parseLong(size.substring(0, size.length() - KIBIBYTES.length())) << 10
                : 0;
    }
}
