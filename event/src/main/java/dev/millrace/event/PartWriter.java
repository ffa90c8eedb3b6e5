package dev.millrace.event;

/**
 * Writes the parts that most events lack: MDC, markers, pairs, frames. Calls no foreign code.
 */
final class PartWriter {
    private PartWriter() {}

    /** Copies a snapshot; entry by entry where limits hold. */
    static void mdc(EventEncoder out, byte[] snapshot, Limits limits) {
        if (limits.keepAll()) {
            out.putInt(snapshot.length);
            out.putBytes(snapshot, 0, snapshot.length);
            return;
        }
        int lengthAt = out.skip(4);
        int from = out.length();
        RecordReader in = new RecordReader();
        in.reset(snapshot, 0, snapshot.length);
        int count = in.readInt();
        int kept = Math.min(count, limits.items());
        out.putInt(kept);
        for (int i = 0; i < kept; i++) {
            if (i == kept - 1 && kept < count) {
                out.markCut();
                out.putText("\u2026[cut " + (count - i) + " entries]", limits.textBytes());
                out.putInt(EventFormat.NULL_TEXT);
            } else {
                copyText(out, in, limits);
                copyText(out, in, limits);
            }
        }
        if (lengthAt >= 0) {
            out.setInt(lengthAt, out.length() - from);
        }
    }

    private static void copyText(EventEncoder out, RecordReader in, Limits limits) {
        if (in.readText()) {
            out.putText(in.bytes(), in.textOffset(), in.textLength(), in.textAscii(), limits.textBytes());
        } else {
            out.putInt(EventFormat.NULL_TEXT);
        }
    }

    static void markers(EventEncoder out, String[] markers, Limits limits) {
        int kept = Math.min(markers.length, limits.items());
        out.putInt(kept);
        for (int i = 0; i < kept; i++) {
            if (i == kept - 1 && kept < markers.length) {
                out.markCut();
                out.putText("\u2026[cut " + (markers.length - i) + " markers]", limits.textBytes());
            } else {
                out.putText(markers[i], limits.textBytes());
            }
        }
    }

    static void pairs(EventEncoder out, String[] keys, Object[] values, Limits limits) {
        int kept = Math.min(keys.length, limits.items());
        out.putInt(kept);
        for (int i = 0; i < kept; i++) {
            if (i == kept - 1 && kept < keys.length) {
                out.markCut();
                out.putText("\u2026[cut " + (keys.length - i) + " pairs]", limits.textBytes());
                out.putByte(EventFormat.TAG_NULL);
            } else {
                out.putText(keys[i], limits.textBytes());
                ValueWriter.put(out, values[i], limits);
            }
        }
    }

    static void frame(EventEncoder out, StackTraceElement frame, int id, Limits limits) {
        out.putInt(id);
        if (id == 0) {
            FrameTexts texts = FrameTexts.of(frame);
            putNullable(out, texts.loader(), limits);
            putNullable(out, texts.module(), limits);
            putNullable(out, texts.version(), limits);
            putNullable(out, texts.declaringClass(), limits);
            putNullable(out, texts.method(), limits);
            putNullable(out, texts.file(), limits);
            out.putInt(texts.line());
        }
    }

    /** The first of the frames, where limits hold. */
    static void frames(EventEncoder out, StackTraceElement[] frames, int[] ids, Limits limits) {
        int kept = Math.min(frames.length, limits.frames());
        if (kept < frames.length) {
            out.markCut();
        }
        out.putInt(kept);
        for (int i = 0; i < kept; i++) {
            frame(out, frames[i], ids[i], limits);
        }
    }

    private static void putNullable(EventEncoder out, String text, Limits limits) {
        if (text == null) {
            out.putInt(EventFormat.NULL_TEXT);
        } else {
            out.putText(text, limits.textBytes());
        }
    }
}
