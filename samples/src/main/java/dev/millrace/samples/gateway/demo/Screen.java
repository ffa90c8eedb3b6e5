package dev.millrace.samples.gateway.demo;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/**
 * What the person sees: lines, and one progress line that is rewritten in place on a terminal and left out
 * elsewhere. Thread-safe.
 */
final class Screen {
    private static final long REWRITE_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final PrintStream out;
    private final boolean rewritable;
    private int progressLength;
    private long progressNs;
    private boolean closed;

    Screen(PrintStream out, boolean rewritable) {
        this.out = out;
        this.rewritable = rewritable;
    }

    synchronized void line(String text) {
        if (!closed) {
            clearProgress();
            out.println(text);
            out.flush();
        }
    }

    /** Shown unless the line was rewritten a moment ago. */
    synchronized void progress(String text) {
        long nowNs = System.nanoTime();
        if (!closed && rewritable && (progressLength == 0 || nowNs - progressNs >= REWRITE_AFTER_NS)) {
            clearProgress();
            progressNs = nowNs;
            out.print(text);
            out.flush();
            progressLength = text.length();
        }
    }

    /** The last words: nothing is shown after them. */
    synchronized void lastLine(String text) {
        line(text);
        closed = true;
    }

    private void clearProgress() {
        if (progressLength > 0) {
            out.print("\r" + " ".repeat(progressLength) + "\r");
            progressLength = 0;
        }
    }
}
