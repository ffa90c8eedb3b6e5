package dev.millrace.layout.pattern;

import dev.millrace.event.CapturedThrowable;
import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/**
 * A throwable as stack trace, laid out as Logback does: outermost first, suppressed ones indented by a tab, frames in
 * common with the enclosing throwable counted instead of printed.
 */
final class StackTraceText {
    private static final StackTraceElement[] NO_FRAMES = {};
    private static final byte[] NO_LABEL = {};
    private static final byte[] CAUSED_BY = ascii("Caused by: ");
    private static final byte[] SUPPRESSED = ascii("Suppressed: ");
    private static final byte[] CIRCULAR = ascii("[CIRCULAR REFERENCE: ");
    private static final byte[] COMMON = ascii("... ");
    private static final byte[] COMMON_OMITTED = ascii(" common frames omitted");
    private static final byte[] SKIPPED = ascii(" skipped]");
    private static final byte[] IGNORED = {};

    /** The line of a frame, {@link #IGNORED} when it holds one of the texts. */
    private record FrameLine(List<String> ignored) implements Function<StackTraceElement, byte[]> {
        @Override
        public byte[] apply(StackTraceElement frame) {
            String line = "at " + frame;
            for (String text : ignored) {
                if (line.contains(text)) {
                    return IGNORED;
                }
            }
            return line.getBytes(StandardCharsets.UTF_8);
        }
    }

    private final int frameLimit;
    private final byte[] lineSeparator;
    private final FrameTexts frameTexts;

    /**
     * Creates a printer.
     *
     * @param frameLimit frames printed of each throwable; {@code Integer.MAX_VALUE} for all
     * @param ignored frames whose line holds one of these are skipped and counted
     */
    StackTraceText(int frameLimit, List<String> ignored, String lineSeparator) {
        this.frameLimit = frameLimit;
        this.lineSeparator = lineSeparator.getBytes(StandardCharsets.UTF_8);
        this.frameTexts = new FrameTexts(new FrameLine(ignored));
    }

    void append(CapturedThrowable thrown, Utf8Buffer out) {
        append(thrown, NO_FRAMES, NO_LABEL, 1, out);
    }

    private void append(
            CapturedThrowable outermost, StackTraceElement[] enclosing, byte[] label, int indent, Utf8Buffer out) {
        StackTraceElement[] outerFrames = enclosing;
        byte[] caption = label;
        for (CapturedThrowable thrown = outermost; thrown != null; thrown = thrown.cause()) {
            indent(indent - 1, out);
            out.put(caption);
            headline(thrown, out);
            out.put(lineSeparator);
            StackTraceElement[] frames = allFrames(thrown, outerFrames);
            frames(frames, thrown.frames().size(), thrown.commonFrames(), indent, out);
            for (CapturedThrowable suppressed : thrown.suppressed()) {
                append(suppressed, frames, SUPPRESSED, indent + 1, out);
            }
            outerFrames = frames;
            caption = CAUSED_BY;
        }
    }

    private static void headline(CapturedThrowable thrown, Utf8Buffer out) {
        if (thrown.circular()) {
            out.put(CIRCULAR);
            out.putUtf8(thrown.className() + ": " + thrown.message());
            out.put(']');
        } else if (thrown.text() != null) {
            out.putUtf8(thrown.text());
        } else {
            out.putUtf8(thrown.className() + ": " + thrown.message());
        }
    }

    /** A throwable's own frames and those in common, which are the last ones of the enclosing throwable. */
    private static StackTraceElement[] allFrames(CapturedThrowable thrown, StackTraceElement[] enclosing) {
        int own = thrown.frames().size();
        int common = Math.max(0, Math.min(thrown.commonFrames(), enclosing.length));
        StackTraceElement[] all = thrown.frames().toArray(new StackTraceElement[own + common]);
        System.arraycopy(enclosing, enclosing.length - common, all, own, common);
        return all;
    }

    private void frames(StackTraceElement[] frames, int own, int common, int indent, Utf8Buffer out) {
        // Of an event that was cut there may be fewer frames than are counted.
        boolean unlimited = frameLimit > (long) own + common;
        int end = unlimited ? own : Math.min(frameLimit, frames.length);
        int skipped = 0;
        for (int i = 0; i < end; i++) {
            byte[] line = frameTexts.of(frames[i]);
            if (line == IGNORED) {
                skipped++;
                // A skipped frame makes room for one more, even for one in common: as Logback does.
                if (end < frames.length) {
                    end++;
                }
                continue;
            }
            indent(indent, out);
            out.put(line);
            if (skipped > 0) {
                skipped(skipped, out);
                skipped = 0;
            }
            out.put(lineSeparator);
        }
        if (skipped > 0) {
            skipped(skipped, out);
            out.put(lineSeparator);
        }
        if (common > 0 && unlimited) {
            indent(indent, out);
            out.put(COMMON);
            out.putLong(common);
            out.put(COMMON_OMITTED);
            out.put(lineSeparator);
        }
    }

    private static void skipped(int count, Utf8Buffer out) {
        out.put(' ');
        out.put('[');
        out.putLong(count);
        out.put(SKIPPED);
    }

    private static void indent(int tabs, Utf8Buffer out) {
        for (int i = 0; i < tabs; i++) {
            out.put('\t');
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
