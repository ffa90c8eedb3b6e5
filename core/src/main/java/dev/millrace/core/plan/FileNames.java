package dev.millrace.core.plan;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Names of files as this process can use them. The JDK fails, or goes astray, where its encoding of names cannot say
 * them: most often that of a POSIX locale, which programs have that are started by cron or without an environment.
 *
 * @since 0.1.0
 */
public final class FileNames {
    private static final String ENCODING = "sun.jnu.encoding";
    private static final String WORKING_DIRECTORY = "/proc/self/cwd";

    private FileNames() {}

    /**
     * The name with a question mark for each character that cannot be said, as {@link java.io.File} has it; below a link
     * to the working directory where that is one whose own name cannot be said.
     */
    public static String usable(String name) {
        try {
            return Path.of(name).isAbsolute() || isAt(Path.of("").toAbsolutePath(), Path.of(WORKING_DIRECTORY))
                    ? name
                    : WORKING_DIRECTORY + '/' + name;
        } catch (InvalidPathException e) {
            String sayable = sayable(name);
            return sayable.equals(name) ? name : usable(sayable);
        }
    }

    /** A name, or a part of one, with a question mark for each character that cannot be said. */
    public static String sayable(String name) {
        try {
            Path ignored = Path.of(name);
            return name;
        } catch (InvalidPathException e) {
            return said(name, System.getProperty(ENCODING));
        }
    }

    /** Whether the JDK finds the working directory; taken for granted where nothing else leads there. */
    static boolean isAt(Path known, Path link) {
        try {
            return !Files.exists(link) || Files.isSameFile(known, link);
        } catch (IOException e) {
            return false;
        }
    }

    static String said(String name, String encoding) {
        try {
            Charset charset = Charset.forName(encoding);
            return new String(name.getBytes(charset), charset);
        } catch (IllegalArgumentException e) {
            return name;
        }
    }
}
