package dev.millrace.event;

/** A throwable after all of its methods have been called. Nobody writes into its arrays any more. */
final class ResolvedThrowable {
    static final StackTraceElement[] NO_FRAMES = {};
    static final ResolvedThrowable[] NONE = {};
    private static final int[] NO_IDS = {};

    final String className;
    /** Dictionary id of the class name, or 0. */
    final int classId;
    /** Null where the throwable has none. */
    final String message;
    /** The first line where that is not {@code class: message}, or null. */
    final String text;
    /** Starts with its own frames; those in common with the enclosing throwable may follow. */
    final StackTraceElement[] trace;
    /** Dictionary ids of its own frames at least, 0 for one that goes inline. */
    final int[] frameIds;

    final int ownFrames;
    final int commonFrames;
    /** Null where the throwable has none. */
    final ResolvedThrowable cause;

    final ResolvedThrowable[] suppressed;
    final boolean circular;

    ResolvedThrowable(
            String className,
            int classId,
            String message,
            String text,
            StackTraceElement[] trace,
            int[] frameIds,
            int ownFrames,
            ResolvedThrowable cause,
            ResolvedThrowable[] suppressed) {
        this.className = className;
        this.classId = classId;
        this.message = message;
        this.text = text;
        this.trace = trace;
        this.frameIds = frameIds;
        this.ownFrames = ownFrames;
        this.commonFrames = trace.length - ownFrames;
        this.cause = cause;
        this.suppressed = suppressed;
        this.circular = false;
    }

    private ResolvedThrowable(String className, String message, String text, boolean circular) {
        this.className = className;
        this.classId = 0;
        this.message = message;
        this.text = text;
        this.trace = NO_FRAMES;
        this.frameIds = NO_IDS;
        this.ownFrames = 0;
        this.commonFrames = 0;
        this.cause = null;
        this.suppressed = NONE;
        this.circular = circular;
    }

    /** One that stands further out already. */
    static ResolvedThrowable circular(String className, String message) {
        return new ResolvedThrowable(className, message, null, true);
    }

    /** One of which no more than the first line is known. */
    static ResolvedThrowable line(String className, String text) {
        return new ResolvedThrowable(className, null, text, false);
    }

    /** A note in the place of throwables that were left out. */
    static ResolvedThrowable note(String text) {
        return line("", text);
    }
}
