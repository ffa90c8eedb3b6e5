package dev.millrace.event;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;

/**
 * Calls a throwable's methods, once each: messages, traces, causes, suppressed. User code runs here, and nothing is
 * held.
 *
 * <p>A throwable that was met before, anywhere in the tree, is circular, as in Logback. The tree's depth and its number
 * of throwables are bounded, because {@code getCause} may make up a new one at each call.
 */
final class ThrownResolver {
    /** Throwables of one event. */
    static final int MAX_THROWABLES = 512;

    private static final String FAILED_MESSAGE = "[FAILED getMessage()]";

    private final Dictionary dictionary;
    /** Null where nothing is redacted. */
    private final Redaction redaction;

    private final Set<Throwable> met = Collections.newSetFromMap(new IdentityHashMap<>());
    private int resolved;

    /** Whose frames say where their classes come from. */
    private enum Packaged {
        /** The outermost throwable and its causes, and what is suppressed by those. */
        CHAIN,
        /** What is suppressed by the chain. */
        LEAF,
        NONE;

        Packaged ofCause() {
            return this == CHAIN ? CHAIN : NONE;
        }

        Packaged ofSuppressed() {
            return this == CHAIN ? LEAF : NONE;
        }
    }

    private ThrownResolver(Dictionary dictionary, Redaction redaction) {
        this.dictionary = dictionary;
        this.redaction = redaction;
    }

    static ResolvedThrowable resolve(Throwable thrown, Dictionary dictionary, boolean packaging, Redaction redaction) {
        try {
            return new ThrownResolver(dictionary, redaction)
                    .tree(thrown, ResolvedThrowable.NO_FRAMES, 1, packaging ? Packaged.CHAIN : Packaged.NONE);
        } catch (Throwable e) {
            // out of memory or stack here, in our own code: its class is worth more than nothing
            String className = thrown.getClass().getName();
            return ResolvedThrowable.line(className, className + ": [FAILED to capture the throwable]");
        }
    }

    private ResolvedThrowable tree(Throwable thrown, StackTraceElement[] enclosing, int depth, Packaged packaged) {
        resolved++;
        met.add(thrown);
        String className = thrown.getClass().getName();
        String message = messageOf(thrown);
        StackTraceElement[] trace = traceOf(thrown);
        int[] frameIds = new int[trace.length - framesInCommon(trace, enclosing)];
        for (int i = 0; i < frameIds.length; i++) {
            frameIds[i] =
                    packaged == Packaged.NONE ? dictionary.idOfFrame(trace[i]) : dictionary.idOfPackagedFrame(trace[i]);
        }
        Throwable cause = causeOf(thrown);
        ResolvedThrowable resolvedCause = cause == null ? null : inner(cause, trace, depth + 1, packaged.ofCause());
        return new ResolvedThrowable(
                className,
                dictionary.idOfRepeating(className),
                redacted(message),
                redacted(firstLineOf(thrown, className, message)),
                trace,
                frameIds,
                resolvedCause,
                suppressedOf(thrown, trace, depth, packaged.ofSuppressed()));
    }

    private ResolvedThrowable inner(Throwable thrown, StackTraceElement[] enclosing, int depth, Packaged packaged) {
        if (met.contains(thrown)) {
            return ResolvedThrowable.circular(thrown.getClass().getName(), redacted(messageOf(thrown)));
        }
        if (depth > EventFormat.MAX_NESTED - 1) {
            return ResolvedThrowable.note("\u2026[cut: nested deeper than " + (EventFormat.MAX_NESTED - 1) + "]");
        }
        if (resolved >= MAX_THROWABLES) {
            return ResolvedThrowable.note("\u2026[cut: more than " + MAX_THROWABLES + " throwables]");
        }
        return tree(thrown, enclosing, depth, packaged);
    }

    private ResolvedThrowable[] suppressedOf(
            Throwable thrown, StackTraceElement[] trace, int depth, Packaged packaged) {
        Throwable[] suppressed = thrown.getSuppressed(); // final in Throwable
        if (suppressed.length == 0) {
            return ResolvedThrowable.NONE;
        }
        int kept = Math.min(suppressed.length, MAX_THROWABLES);
        ResolvedThrowable[] all = new ResolvedThrowable[kept];
        for (int i = 0; i < kept; i++) {
            all[i] = inner(suppressed[i], trace, depth + 1, packaged);
            if (resolved >= MAX_THROWABLES && i + 1 < kept) {
                all[i + 1] = ResolvedThrowable.note("\u2026[cut: more than " + MAX_THROWABLES + " throwables]");
                return Arrays.copyOf(all, i + 2);
            }
        }
        return all;
    }

    private String redacted(String text) {
        return redaction == null ? text : redaction.text(text);
    }

    private static String messageOf(Throwable thrown) {
        try {
            return thrown.getMessage();
        } catch (Throwable e) {
            return FAILED_MESSAGE;
        }
    }

    /** Null where {@code toString} prints {@code class: message}, or nothing. */
    private static String firstLineOf(Throwable thrown, String className, String message) {
        try {
            String text = thrown.toString();
            return (className + ": " + message).equals(text) ? null : text;
        } catch (Throwable e) {
            return className + ": " + ValueResolver.FAILED;
        }
    }

    private static Throwable causeOf(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (Throwable e) {
            return null;
        }
    }

    private static StackTraceElement[] traceOf(Throwable thrown) {
        StackTraceElement[] trace;
        try {
            trace = thrown.getStackTrace();
            if (trace == null) {
                return ResolvedThrowable.NO_FRAMES;
            }
            trace = trace.clone(); // an override may hand out an array that it writes into later
        } catch (Throwable e) {
            return ResolvedThrowable.NO_FRAMES;
        }
        for (StackTraceElement frame : trace) {
            if (frame == null) {
                return withoutNulls(trace);
            }
        }
        return trace;
    }

    private static StackTraceElement[] withoutNulls(StackTraceElement[] trace) {
        return Arrays.stream(trace).filter(Objects::nonNull).toArray(StackTraceElement[]::new);
    }

    /** Frames at the outer ends of both traces that are equal. */
    private static int framesInCommon(StackTraceElement[] trace, StackTraceElement[] enclosing) {
        int mine = trace.length;
        int theirs = enclosing.length;
        while (mine > 0 && theirs > 0 && trace[mine - 1].equals(enclosing[theirs - 1])) {
            mine--;
            theirs--;
        }
        return trace.length - mine;
    }
}
