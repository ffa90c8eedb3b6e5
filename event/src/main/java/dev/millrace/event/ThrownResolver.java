package dev.millrace.event;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
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

    // Whose frames say where their classes come from: nobody's; those of what is suppressed by the chain; those of the
    // chain, which is the outermost throwable and its causes, and of what is suppressed by that.
    private static final int NONE = 0;
    private static final int LEAF = 1;
    private static final int CHAIN = 2;

    private final Dictionary dictionary;
    /** Null where nothing is redacted. */
    private final Redaction redaction;

    private final Throwable outermost;
    // Null where there is the outermost one only.
    private Set<Throwable> met;
    private int resolved;

    private ThrownResolver(Throwable outermost, Dictionary dictionary, Redaction redaction) {
        this.outermost = outermost;
        this.dictionary = dictionary;
        this.redaction = redaction;
    }

    static ResolvedThrowable resolve(Throwable thrown, Dictionary dictionary, boolean packaging, Redaction redaction) {
        try {
            return new ThrownResolver(thrown, dictionary, redaction)
                    .tree(thrown, ResolvedThrowable.NO_FRAMES, 1, packaging ? CHAIN : NONE);
        } catch (Throwable e) {
            // out of memory or stack here, in our own code: its class is worth more than nothing
            String className = thrown.getClass().getName();
            return ResolvedThrowable.line(className, className + ": [FAILED to capture the throwable]");
        }
    }

    private ResolvedThrowable tree(Throwable thrown, StackTraceElement[] enclosing, int depth, int packaged) {
        resolved++;
        if (met != null) {
            met.add(thrown);
        }
        String className = thrown.getClass().getName();
        String message = messageOf(thrown);
        StackTraceElement[] frames = framesOf(thrown);
        KnownTraces.Trace known = packaged == NONE ? dictionary.knownTrace(frames) : null;
        StackTraceElement[] trace = known == null ? ownCopy(frames) : known.frames;
        int own = trace.length - framesInCommon(trace, enclosing);
        int[] frameIds = known == null ? idsOf(trace, own, packaged) : known.ids;
        Throwable cause = causeOf(thrown);
        ResolvedThrowable resolvedCause =
                cause == null ? null : inner(cause, trace, depth + 1, packaged == CHAIN ? CHAIN : NONE);
        return new ResolvedThrowable(
                className,
                dictionary.idOfRepeating(className),
                redacted(message),
                redacted(firstLineOf(thrown, className, message)),
                trace,
                frameIds,
                own,
                resolvedCause,
                suppressedOf(thrown, trace, depth, packaged == CHAIN ? LEAF : NONE));
    }

    private int[] idsOf(StackTraceElement[] trace, int own, int packaged) {
        if (packaged == NONE) {
            return dictionary.idsOfFrames(trace);
        }
        int[] ids = new int[own];
        for (int i = 0; i < own; i++) {
            ids[i] = dictionary.idOfPackagedFrame(trace[i]);
        }
        return ids;
    }

    private ResolvedThrowable inner(Throwable thrown, StackTraceElement[] enclosing, int depth, int packaged) {
        if (met == null) {
            met = Collections.newSetFromMap(new IdentityHashMap<>());
            met.add(outermost);
        }
        if (met.contains(thrown)) {
            return ResolvedThrowable.circular(thrown.getClass().getName(), redacted(messageOf(thrown)));
        }
        if (depth > EventFormat.MAX_NESTED - 1) {
            return ResolvedThrowable.note("\u2026[cut: nested deeper than " + (EventFormat.MAX_NESTED - 1) + "]");
        }
        if (resolved >= MAX_THROWABLES) {
            return tooMany();
        }
        return tree(thrown, enclosing, depth, packaged);
    }

    private ResolvedThrowable[] suppressedOf(Throwable thrown, StackTraceElement[] trace, int depth, int packaged) {
        Throwable[] suppressed = thrown.getSuppressed(); // final in Throwable
        if (suppressed.length == 0) {
            return ResolvedThrowable.NONE;
        }
        int kept = Math.min(suppressed.length, MAX_THROWABLES);
        ResolvedThrowable[] all = new ResolvedThrowable[kept];
        for (int i = 0; i < kept; i++) {
            all[i] = inner(suppressed[i], trace, depth + 1, packaged);
            if (resolved >= MAX_THROWABLES && i + 1 < kept) {
                all[i + 1] = tooMany();
                return Arrays.copyOf(all, i + 2);
            }
        }
        if (kept < suppressed.length) {
            // Some of them stand elsewhere, too, and do not count as resolved.
            all[kept - 1] = tooMany();
        }
        return all;
    }

    private static ResolvedThrowable tooMany() {
        return ResolvedThrowable.note("\u2026[cut: more than " + MAX_THROWABLES + " throwables]");
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
            return text == null || isUsual(text, className, String.valueOf(message)) ? null : text;
        } catch (Throwable e) {
            return className + ": " + ValueResolver.FAILED;
        }
    }

    private static boolean isUsual(String text, String className, String message) {
        int classChars = className.length();
        return text.length() == classChars + 2 + message.length()
                && text.startsWith(className)
                && text.startsWith(": ", classChars)
                && text.endsWith(message);
    }

    private static Throwable causeOf(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (Throwable e) {
            return null;
        }
    }

    /** As the throwable gives them. */
    private static StackTraceElement[] framesOf(Throwable thrown) {
        try {
            StackTraceElement[] frames = thrown.getStackTrace();
            return frames == null ? ResolvedThrowable.NO_FRAMES : frames;
        } catch (Throwable e) {
            return ResolvedThrowable.NO_FRAMES;
        }
    }

    /** Without nulls; an override may hand out an array that it writes into later. */
    private static StackTraceElement[] ownCopy(StackTraceElement[] frames) {
        StackTraceElement[] copy = frames.clone();
        int count = 0;
        for (StackTraceElement frame : copy) {
            if (frame != null) {
                copy[count++] = frame;
            }
        }
        return count == copy.length ? copy : Arrays.copyOf(copy, count);
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
