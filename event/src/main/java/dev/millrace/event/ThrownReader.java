package dev.millrace.event;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Decodes a throwable's tree. Damaged bytes end in a throwable that says so.
 */
final class ThrownReader {
    /** Flags, class id, common frames, frame count, suppressed count. */
    private static final int MIN_NODE_BYTES = 1 + 4 * 4;

    private static final String DAMAGED = "[damaged throwable]";

    /** More than a captured event has: beyond it small ids stand for what no heap holds. */
    private static final int MOST_CHARS = 64 << 20;

    /** A common frame's, which are printed again. */
    private static final int FRAME_CHARS = 16;

    private final RecordReader in;
    private final Dictionary dictionary;
    /** Of the frames read last; shared and empty where none has any. */
    private List<String> packaging;

    private long charsLeft = MOST_CHARS;

    ThrownReader(RecordReader in, Dictionary dictionary) {
        this.in = in;
        this.dictionary = dictionary;
    }

    CapturedThrowable read() {
        return read(0);
    }

    private static CapturedThrowable damaged() {
        return new CapturedThrowable(DAMAGED, null, DAMAGED, List.of(), 0, null, List.of(), false);
    }

    private CapturedThrowable read(int depth) {
        int flags = in.readByte();
        if (in.failed() || flags > EventFormat.ALL_NODE_FLAGS || depth > EventFormat.MAX_NESTED) {
            in.fail();
            return damaged();
        }
        String className = className();
        String message = (flags & EventFormat.NODE_MESSAGE) != 0 ? in.readString() : null;
        String text = (flags & EventFormat.NODE_TEXT) != 0 ? in.readString() : null;
        if (text == null) {
            text = className + ": " + message;
        }
        int commonFrames = Math.max(0, in.readInt());
        take(className.length() + (long) FRAME_CHARS * commonFrames);
        List<StackTraceElement> frames = frames();
        List<String> framePackaging = packaging;
        if (in.failed()) {
            return damaged();
        }
        int suppressedCount = in.readCount(MIN_NODE_BYTES);
        CapturedThrowable cause = (flags & EventFormat.NODE_CAUSE) != 0 ? read(depth + 1) : null;
        List<CapturedThrowable> suppressed = new ArrayList<>(suppressedCount);
        for (int i = 0; i < suppressedCount && !in.failed(); i++) {
            suppressed.add(read(depth + 1));
        }
        boolean circular = (flags & EventFormat.NODE_CIRCULAR) != 0;
        return new CapturedThrowable(
                className,
                message,
                text,
                frames,
                commonFrames,
                cause,
                List.copyOf(suppressed),
                framePackaging,
                circular);
    }

    private static int chars(String text) {
        return text == null ? 0 : text.length();
    }

    private void take(long chars) {
        charsLeft -= chars;
        if (charsLeft < 0) {
            in.fail();
        }
    }

    private String className() {
        int id = in.readInt();
        String name = id == 0 ? in.readString() : new String(dictionary.text(id), StandardCharsets.UTF_8);
        return name == null ? "" : name;
    }

    private List<StackTraceElement> frames() {
        int count = in.readCount(4);
        List<StackTraceElement> frames = new ArrayList<>(count);
        List<String> itsPackaging = List.of();
        for (int i = 0; i < count && !in.failed(); i++) {
            int id = in.readInt();
            StackTraceElement frame = id == 0 ? FrameCodec.read(in) : dictionary.frame(id);
            frames.add(frame);
            String text = id == 0 ? null : dictionary.packaging(id);
            take(frame.getClassName().length() + frame.getMethodName().length() + chars(frame.getFileName()));
            take(chars(frame.getClassLoaderName())
                    + chars(frame.getModuleName())
                    + chars(frame.getModuleVersion())
                    + chars(text));
            if (text != null && itsPackaging.isEmpty()) {
                itsPackaging = new ArrayList<>(Collections.nCopies(count, null));
            }
            if (text != null) {
                itsPackaging.set(i, text);
            }
        }
        packaging = itsPackaging;
        return List.copyOf(frames);
    }
}
