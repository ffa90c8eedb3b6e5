package dev.millrace.core.sink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * What a standard stream leads to.
 *
 * @since 0.1.0
 */
public enum StreamKind {
    /** A terminal at which somebody may sit. */
    TERMINAL("a terminal"),
    /** The terminal that a container's runtime made for the container's first process: the runtime reads it. */
    CONTAINER("the terminal of a container"),
    /** A pipe. */
    PIPE("a pipe"),
    /** A socket, as a service's manager may give it. */
    SOCKET("a socket"),
    /** A file, or a device that takes everything. */
    FILE("a file"),
    /** Nothing that can be written to. */
    CLOSED("closed"),
    /** Something of which the system does not tell. */
    UNKNOWN("something unknown");

    private static final Path CONSOLE = Path.of("/dev/console");
    private static final String ACCESS = "flags:";
    private static final int WRITE_ONLY = 1;
    private static final int NON_BLOCKING = 04000;

    private final String text;

    StreamKind(String text) {
        this.text = text;
    }

    /** The words for it in a message. */
    public String text() {
        return text;
    }

    /** Whether it shows colours and has somebody or something that looks at it at once. */
    public boolean isTerminal() {
        return this == TERMINAL || this == CONTAINER;
    }

    /** What a descriptor of this process leads to; {@link #UNKNOWN} where the system has no {@code /proc}. */
    static StreamKind of(int descriptor) {
        return of(Path.of("/proc/self"), descriptor);
    }

    static StreamKind of(Path process, int descriptor) {
        Path link = process.resolve("fd").resolve(Integer.toString(descriptor));
        try {
            if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
                return Files.isDirectory(process.resolve("fd")) ? CLOSED : UNKNOWN;
            }
            String target = Files.readSymbolicLink(link).toString();
            if (target.startsWith("pipe:")) {
                return PIPE;
            }
            if (target.startsWith("socket:")) {
                return SOCKET;
            }
            if (target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console")) {
                return isOfContainer(process, link) ? CONTAINER : TERMINAL;
            }
            // Closed at the start of the JVM, its number belongs to one of the JVM's own files, which it only reads.
            if (isReadOnly(process.resolve("fdinfo").resolve(Integer.toString(descriptor)))) {
                return CLOSED;
            }
            return Files.isRegularFile(link) || target.equals("/dev/null") ? FILE : PIPE;
        } catch (IOException | RuntimeException e) {
            return UNKNOWN;
        }
    }

    /** A runtime shows its terminal as the container's console, too; further terminals are somebody's. */
    private static boolean isOfContainer(Path process, Path link) throws IOException {
        return Files.isSymbolicLink(process)
                && Files.readSymbolicLink(process).toString().equals("1")
                && Files.exists(CONSOLE)
                && Files.isSameFile(link, CONSOLE);
    }

    private static boolean isReadOnly(Path information) throws IOException {
        return (flags(information) & 3) == 0;
    }

    static boolean isNonBlocking(Path information) throws IOException {
        return (flags(information) & NON_BLOCKING) != 0;
    }

    private static int flags(Path information) throws IOException {
        for (String line : Files.readAllLines(information, StandardCharsets.US_ASCII)) {
            if (line.startsWith(ACCESS)) {
                return Integer.parseInt(line.substring(ACCESS.length()).trim(), 8);
            }
        }
        return WRITE_ONLY;
    }
}
