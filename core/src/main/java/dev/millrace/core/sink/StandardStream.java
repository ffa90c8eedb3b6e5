package dev.millrace.core.sink;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;

/**
 * Standard output or standard error: what it leads to, and whether the program has put another stream in its place.
 *
 * <p>A plain {@link PrintStream} that was put there before Millrace first looked cannot be told from the process's own
 * without opening the JDK; any other class, and whatever is put there later, is noticed.
 *
 * @since 0.1.0
 */
public final class StandardStream {
    /** Standard output. */
    public static final StandardStream OUT = new StandardStream(1, FileDescriptor.out, System.out);

    /** Standard error. */
    public static final StandardStream ERR = new StandardStream(2, FileDescriptor.err, System.err);

    private final int number;
    private final FileDescriptor descriptor;
    // The stream as it was when Millrace first looked; null when it was no plain stream even then.
    private final PrintStream original;
    // Racy but benign: whoever asks finds the same.
    private volatile StreamKind kind;

    private StandardStream(int number, FileDescriptor descriptor, PrintStream first) {
        this(number, descriptor, first, null);
    }

    /** One of which it is known what it leads to. */
    StandardStream(int number, FileDescriptor descriptor, PrintStream first, StreamKind kind) {
        this.kind = kind;
        this.number = number;
        this.descriptor = descriptor;
        this.original = first != null && first.getClass() == PrintStream.class ? first : null;
    }

    /** The stream that {@code System} has now; may be anything that the program has set. */
    public PrintStream current() {
        return number == 1 ? System.out : System.err;
    }

    /** Whether the program has put another stream in place of the process's own. */
    public boolean isReplaced() {
        return current() != original;
    }

    /** What it leads to, as it was when Millrace first asked. */
    public StreamKind kind() {
        StreamKind known = kind;
        if (known == null) {
            known = StreamKind.of(number);
            if (known == StreamKind.UNKNOWN && isConsoleInteractive()) {
                known = StreamKind.TERMINAL;
            }
            kind = known;
        }
        return known;
    }

    /** Whether it leads to a terminal. */
    public boolean isTerminal() {
        return kind().isTerminal();
    }

    /** Its name for readers: standard output or standard error. */
    public String title() {
        return number == 1 ? "standard output" : "standard error";
    }

    FileDescriptor descriptor() {
        return descriptor;
    }

    /** What the system tells of it, where that tells. */
    Path information() {
        return Path.of("/proc/self/fdinfo/" + number);
    }

    // Before 22 there is no console without a terminal; the method that tells later is asked for below.
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isConsoleInteractive() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // From 22 on there is a console without a terminal, and a method that tells.
            MethodHandle isTerminal = MethodHandles.publicLookup()
                    .findVirtual(Console.class, "isTerminal", MethodType.methodType(boolean.class));
            return (boolean) isTerminal.invoke(console);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return true;
        } catch (Throwable e) {
            return false;
        }
    }
}
