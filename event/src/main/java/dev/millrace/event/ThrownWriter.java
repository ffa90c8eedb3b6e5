package dev.millrace.event;

/**
 * Writes a throwable's tree. Where limits hold, each throwable keeps its first frames and the tree its first
 * throwables; notes stand for the rest.
 */
final class ThrownWriter {
    private static final ResolvedThrowable FURTHER = ResolvedThrowable.note("\u2026[cut: further throwables]");

    private final EventEncoder out;
    private final Limits limits;
    private int written;

    ThrownWriter(EventEncoder out, Limits limits) {
        this.out = out;
        this.limits = limits;
    }

    void put(ResolvedThrowable thrown) {
        written++;
        ResolvedThrowable cause = thrown.cause;
        ResolvedThrowable[] suppressed = thrown.suppressed;
        out.putByte((thrown.circular ? EventFormat.NODE_CIRCULAR : 0)
                | (thrown.message != null ? EventFormat.NODE_MESSAGE : 0)
                | (thrown.text != null ? EventFormat.NODE_TEXT : 0)
                | (cause != null ? EventFormat.NODE_CAUSE : 0));
        out.putInt(thrown.classId);
        if (thrown.classId == 0) {
            out.putText(thrown.className, limits.textBytes());
        }
        if (thrown.message != null) {
            out.putText(thrown.message, limits.textBytes());
        }
        if (thrown.text != null) {
            out.putText(thrown.text, limits.textBytes());
        }
        out.putInt(thrown.commonFrames);
        putFrames(thrown);
        // at least one, so that a note says that there were some
        int keptSuppressed = Math.min(suppressed.length, Math.max(1, limits.nested() - written));
        out.putInt(keptSuppressed);
        if (cause != null) {
            putInner(cause);
        }
        for (int i = 0; i < keptSuppressed; i++) {
            if (i == keptSuppressed - 1 && keptSuppressed < suppressed.length) {
                written = limits.nested();
            }
            putInner(suppressed[i]);
        }
    }

    private void putInner(ResolvedThrowable thrown) {
        if (written >= limits.nested()) {
            out.markCut();
            put(FURTHER);
        } else {
            put(thrown);
        }
    }

    private void putFrames(ResolvedThrowable thrown) {
        int own = thrown.ownFrames;
        int kept = Math.min(own, limits.frames());
        out.putInt(kept);
        for (int i = 0; i < kept; i++) {
            if (i == kept - 1 && kept < own) {
                out.markCut();
                String note = "\u2026[cut " + (own - i) + " frames]";
                PartWriter.frame(out, new StackTraceElement(note, "", null, -1), 0, limits);
            } else {
                PartWriter.frame(out, thrown.trace[i], thrown.frameIds[i], limits);
            }
        }
    }
}
