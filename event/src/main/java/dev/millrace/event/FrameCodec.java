package dev.millrace.event;

/** Stack frames as payloads of dictionary entries. */
final class FrameCodec {
    private FrameCodec() {}

    /** {@code packaging} is null where it is not known, and then takes no space. */
    static Utf8Buffer encode(FrameTexts texts, String packaging) {
        Utf8Buffer out = new Utf8Buffer(256);
        TextCodec.putText(out, texts.loader());
        TextCodec.putText(out, texts.module());
        TextCodec.putText(out, texts.version());
        TextCodec.putText(out, texts.declaringClass());
        TextCodec.putText(out, texts.method());
        TextCodec.putText(out, texts.file());
        TextCodec.putInt(out, texts.line());
        if (packaging != null) {
            TextCodec.putText(out, packaging);
        }
        return out;
    }

    /** Null when the bytes are no frame. */
    static StackTraceElement decode(byte[] payload) {
        RecordReader in = new RecordReader();
        in.reset(payload, 0, payload.length);
        StackTraceElement frame = read(in);
        return in.failed() ? null : frame;
    }

    /** Where the frame's class comes from; null when the bytes do not say. */
    static String packaging(byte[] payload) {
        RecordReader in = new RecordReader();
        in.reset(payload, 0, payload.length);
        skip(in);
        String packaging = in.failed() || in.remaining() == 0 ? null : in.readString();
        return in.failed() ? null : packaging;
    }

    /** Reads the texts and the line; something meaningless, but no exception, where the reader fails. */
    static StackTraceElement read(RecordReader in) {
        return new FrameTexts(
                        in.readString(),
                        in.readString(),
                        in.readString(),
                        in.readString(),
                        in.readString(),
                        in.readString(),
                        in.readInt())
                .toFrame();
    }

    /** Moves behind the texts and the line. */
    static void skip(RecordReader in) {
        for (int i = 0; i < 6; i++) {
            in.readText();
        }
        in.readInt();
    }
}
