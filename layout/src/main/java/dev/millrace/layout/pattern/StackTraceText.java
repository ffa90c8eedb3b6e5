package dev.millrace.layout.pattern;

import dev.millrace.event.CapturedThrowable;
import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/**
 * A throwable as stack trace, laid out as Logback does: outermost or innermost first, suppressed ones indented by a
 * tab, frames in common with the enclosing throwable counted instead of printed.
 */
final class StackTraceText implements Function<StackTraceElement, byte[]> {
    private static final Frames NO_FRAMES = new Frames(new StackTraceElement[0], null);
    private static final byte[] NO_LABEL = {};
    private static final byte[] CAUSED_BY = ascii("Caused by: ");
    private static final byte[] WRAPPED_BY = ascii("Wrapped by: ");
    private static final byte[] SUPPRESSED = ascii("Suppressed: ");
    private static final byte[] CIRCULAR = ascii("[CIRCULAR REFERENCE: ");
    private static final byte[] COMMON = ascii("... ");
    private static final byte[] COMMON_OMITTED = ascii(" common frames omitted");
    private static final byte[] SKIPPED = ascii(" skipped]");
    private static final byte[] IGNORED = {};
    private static final byte[] PACKAGING = ascii(" ~[");

    /** Frames, and where the class of each comes from: null where nothing is known of any. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Frames(StackTraceElement[] elements, String[] packaging) {}

    /** Which throwables' frames name their archives: as in Logback, not those of causes of what is suppressed. */
    private enum Kin {
        CHAIN,
        SUPPRESSED_BY_CHAIN,
        FURTHER;

        Kin ofCause() {
            return this == CHAIN ? CHAIN : FURTHER;
        }

        Kin ofSuppressed() {
            return this == CHAIN ? SUPPRESSED_BY_CHAIN : FURTHER;
        }
    }

    private final int frameLimit;
    private final List<String> ignored;
    private final byte[] lineSeparator;
    private final FrameTexts frameTexts;
    private final boolean packaging;
    private final boolean rootFirst;

    StackTraceText(StackTraceStyle style) {
        this.frameLimit = style.frameLimit();
        this.lineSeparator = style.lineSeparator().getBytes(StandardCharsets.UTF_8);
        this.ignored = style.ignored();
        this.packaging = style.packaging();
        this.rootFirst = style.rootFirst();
        this.frameTexts = new FrameTexts(this);
    }

    /** The line of a frame, {@link #IGNORED} when it holds one of the texts. */
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

    void append(CapturedThrowable thrown, Utf8Buffer out) {
        if (rootFirst) {
            appendRootFirst(thrown, NO_FRAMES, Kin.CHAIN, NO_LABEL, 1, out);
        } else {
            append(thrown, NO_FRAMES, Kin.CHAIN, NO_LABEL, 1, out);
        }
    }

    /** As deep as throwables are nested, which the capture limits. */
    private void appendRootFirst(
            CapturedThrowable thrown, Frames enclosing, Kin kin, byte[] label, int indent, Utf8Buffer out) {
        Frames frames = allFrames(thrown, enclosing);
        byte[] caption = label;
        if (thrown.cause() != null) {
            // The label goes to the innermost cause, which is printed first.
            appendRootFirst(thrown.cause(), frames, kin.ofCause(), label, indent, out);
            caption = WRAPPED_BY;
        }
        indent(indent - 1, out);
        out.put(caption);
        headline(thrown, out);
        out.put(lineSeparator);
        frames(frames, kin, thrown.frames().size(), thrown.commonFrames(), indent, out);
        for (CapturedThrowable suppressed : thrown.suppressed()) {
            appendRootFirst(suppressed, frames, kin.ofSuppressed(), SUPPRESSED, indent + 1, out);
        }
    }

    private void append(
            CapturedThrowable outermost, Frames enclosing, Kin outermostKin, byte[] label, int indent, Utf8Buffer out) {
        Frames outerFrames = enclosing;
        Kin kin = outermostKin;
        byte[] caption = label;
        for (CapturedThrowable thrown = outermost; thrown != null; thrown = thrown.cause()) {
            indent(indent - 1, out);
            out.put(caption);
            headline(thrown, out);
            out.put(lineSeparator);
            Frames frames = allFrames(thrown, outerFrames);
            frames(frames, kin, thrown.frames().size(), thrown.commonFrames(), indent, out);
            for (CapturedThrowable suppressed : thrown.suppressed()) {
                append(suppressed, frames, kin.ofSuppressed(), SUPPRESSED, indent + 1, out);
            }
            outerFrames = frames;
            kin = kin.ofCause();
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
    private static Frames allFrames(CapturedThrowable thrown, Frames enclosing) {
        int own = thrown.frames().size();
        int outer = enclosing.elements.length;
        int common = Math.max(0, Math.min(thrown.commonFrames(), outer));
        StackTraceElement[] all = thrown.frames().toArray(new StackTraceElement[own + common]);
        System.arraycopy(enclosing.elements, outer - common, all, own, common);
        if (thrown.packaging().isEmpty() && enclosing.packaging == null) {
            return new Frames(all, null);
        }
        String[] packaging = thrown.packaging().toArray(new String[own + common]);
        if (enclosing.packaging != null) {
            System.arraycopy(enclosing.packaging, outer - common, packaging, own, common);
        }
        return new Frames(all, packaging);
    }

    private void frames(Frames all, Kin kin, int own, int common, int indent, Utf8Buffer out) {
        StackTraceElement[] frames = all.elements;
        boolean names = packaging && all.packaging != null && kin != Kin.FURTHER;
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
            if (names && all.packaging[i] != null) {
                out.put(PACKAGING);
                out.putUtf8(all.packaging[i]);
                out.put(']');
            }
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
