package dev.millrace.layout.pattern;

import java.util.function.Function;

/** Texts made of stack frames, in a table of fixed size in which a later frame takes an earlier one's place. */
final class FrameTexts {
    private static final int PLACES = 512;

    private final StackTraceElement[] frames = new StackTraceElement[PLACES];
    private final byte[][] texts = new byte[PLACES][];
    private final Function<StackTraceElement, byte[]> maker;
    private final byte[] textOfNone;

    /** Creates an empty table; {@code maker} is asked for the text of null too. */
    FrameTexts(Function<StackTraceElement, byte[]> maker) {
        this.maker = maker;
        this.textOfNone = maker.apply(null);
    }

    /** The text of a frame, or of null. */
    byte[] of(StackTraceElement frame) {
        if (frame == null) {
            return textOfNone;
        }
        int hash = frame.hashCode();
        int place = (hash ^ hash >>> 9) & (PLACES - 1);
        if (!frame.equals(frames[place])) {
            frames[place] = frame;
            texts[place] = maker.apply(frame);
        }
        return texts[place];
    }
}
