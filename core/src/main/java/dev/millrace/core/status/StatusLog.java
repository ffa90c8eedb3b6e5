package dev.millrace.core.status;

import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Collects statuses and shows them: warnings and errors on standard error unless a configuration asks otherwise.
 * Thread-safe; never throws, never logs through Millrace, never blocks on a logging path.
 *
 * <p>Lines are printed by a daemon thread, so that a standard error that stalls holds up nobody. While Millrace starts, until
 * {@link #printInBackground()}, who adds one waits for it, but not for long. System property {@code millrace.status}
 * ({@code off}, {@code warn}, {@code info}) overrides what a configuration asks for.
 *
 * @since 0.1.0
 */
public final class StatusLog {
    /** Statuses that are kept; older ones are forgotten. */
    public static final int CAPACITY = 500;

    /** Name of the system property that says what is printed. */
    public static final String PROPERTY = "millrace.status";

    private static final long START_MILLIS = 500;
    private static final int MAX_LINE_CHARS = 4000;
    private static final String HELD_BACK =
            " (more of this code are not printed for now; the management bean lists them)";

    private final Object lock = new Object();
    private final ArrayDeque<Status> kept = new ArrayDeque<>();
    // Null: of this process. A class more for both would be one for every start to load, and lambdas cost milliseconds.
    private final Supplier<PrintStream> out;
    private final LongSupplier clockMillis;
    private final String override;
    private boolean showInfo;
    private boolean hideConfiguration;
    private boolean inBackground;
    /** The last code that was printed without a limit. */
    private volatile StatusCode toldWithoutLimit;

    // Both made when a line is shown: most starts show none.
    private PrintLimit limit;
    private StatusPrinter printer;

    /** A log that prints to the standard error of the moment. */
    public StatusLog() {
        this(null, null, property());
    }

    StatusLog(Supplier<PrintStream> out, LongSupplier clockMillis, String override) {
        this.out = out;
        this.clockMillis = clockMillis;
        String asked = override == null ? "" : override.trim().toLowerCase(Locale.ROOT);
        boolean known = asked.isEmpty() || asked.equals("off") || asked.equals("warn") || asked.equals("info");
        this.override = known ? asked : "";
        if (!known) {
            add(
                    StatusCode.MR101,
                    PROPERTY + "=" + asked
                            + " (system property) is not understood: expected off, warn or info; used instead: the default (warn)");
        }
    }

    /** Where lines go at this moment. */
    PrintStream out() {
        return out == null ? System.err : out.get();
    }

    private long nowMillis() {
        return clockMillis == null ? System.currentTimeMillis() : clockMillis.getAsLong();
    }

    private static String property() {
        try {
            return System.getProperty(PROPERTY);
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** Adds a status. */
    public void add(StatusCode code, String message, Throwable cause) {
        try {
            Status status = new Status(code, code.severity(), message, cause, nowMillis());
            synchronized (lock) {
                if (kept.size() == CAPACITY) {
                    kept.removeFirst();
                }
                kept.addLast(status);
                if (isShown(status.severity()) && !isHidden(status)) {
                    show(status);
                }
            }
        } catch (LinkageError e) {
            // Without the classes that print, and limit that: the jar was replaced, and this may be what tells of it.
            if (code != toldWithoutLimit) {
                toldWithoutLimit = code;
                out().println("millrace " + code.severity() + " " + code + ": " + message
                        + (cause == null ? "" : " [" + cause + "]"));
            }
        } catch (RuntimeException | Error e) {
            // There is nobody left to tell: a status must never be worse than what it tells of.
        }
    }

    /** Adds a status without an exception behind it. */
    public void add(StatusCode code, String message) {
        add(code, message, null);
    }

    /** The statuses so far, oldest first (bounded: the oldest are forgotten). */
    public List<Status> list() {
        synchronized (lock) {
            return new ArrayList<>(kept);
        }
    }

    /** The same, a line each: its time, and what is printed of it. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Status status : list()) {
            lines.add(Instant.ofEpochMilli(status.timeMillis()) + " " + line(status));
        }
        return lines;
    }

    /** Whether information is shown, too, from now on and what was added before: as the configuration asks. */
    public void showInfo(boolean shows) {
        synchronized (lock) {
            boolean before = showInfo;
            showInfo = shows && override.isEmpty();
            if (before || !showInfo) {
                return;
            }
            for (Status status : kept) {
                if (status.severity() == Status.Severity.INFO) {
                    show(status);
                }
            }
        }
    }

    /**
     * Whether warnings about a configuration are listed only and not printed: the configuration asks for silence. Errors
     * and all that tells of losses are printed in any case.
     */
    public void hideConfiguration(boolean hides) {
        synchronized (lock) {
            hideConfiguration = hides && override.isEmpty();
        }
    }

    private boolean isHidden(Status status) {
        return hideConfiguration
                && status.severity() == Status.Severity.WARN
                && status.code().isAboutConfiguration();
    }

    /** From now on nobody who adds a status waits until it is printed. */
    public void printInBackground() {
        synchronized (lock) {
            inBackground = true;
        }
    }

    /** Waits until what was added has been printed, at most {@code timeoutMillis}. */
    public void flush(long timeoutMillis) {
        StatusPrinter current;
        synchronized (lock) {
            current = printer;
        }
        if (current != null) {
            current.flush(timeoutMillis);
        }
    }

    private boolean isShown(Status.Severity severity) {
        return switch (override) {
            case "off" -> false;
            case "info" -> true;
            case "warn" -> severity != Status.Severity.INFO;
            default -> severity != Status.Severity.INFO || showInfo;
        };
    }

    private void show(Status status) {
        if (limit == null) {
            limit = new PrintLimit();
        }
        long suppressed = limit.admit(status.code(), status.timeMillis());
        if (suppressed < 0) {
            return;
        }
        String line = "millrace " + line(status);
        if (suppressed > 0) {
            line += " (" + suppressed + " more of this code were not printed)";
        }
        if (limit.beginsToHold(status.code())) {
            line += HELD_BACK;
        }
        try {
            if (printer == null) {
                printer = new StatusPrinter(this);
            }
            printer.print(line);
            if (!inBackground) {
                // Once is enough where nobody reads it.
                inBackground = !printer.flush(START_MILLIS);
            }
        } catch (OutOfMemoryError e) {
            if (inBackground) {
                throw e;
            }
            // No thread is to be had, which may be what is told.
            out().println(line);
        }
    }

    /** A status in one line, with the exception behind it. */
    public static String line(Status status) {
        StringBuilder line = new StringBuilder(160);
        line.append(status.severity()).append(' ').append(status.code());
        line.append(": ");
        appendOneLine(line, status.message());
        if (status.cause() != null) {
            line.append(" [");
            appendOneLine(line, describe(status.cause()));
            line.append(']');
        }
        return line.toString();
    }

    private static String describe(Throwable cause) {
        try {
            return cause.toString();
        } catch (RuntimeException | StackOverflowError e) {
            return cause.getClass().getName();
        }
    }

    private static void appendOneLine(StringBuilder line, String text) {
        String shown = String.valueOf(text);
        int length = Math.min(shown.length(), MAX_LINE_CHARS);
        for (int i = 0; i < length; i++) {
            char c = shown.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        if (length < shown.length()) {
            line.append('…');
        }
    }
}
