package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Methods that rely on not being inlined: HotSpot inlines nothing that is longer than its FreqInlineSize. */
class MethodLengthTest {
    private static final int FREQ_INLINE_SIZE = 325;

    private static final int CLASS_HEAD_BYTES = 8;
    private static final int UTF8 = 1;

    @ParameterizedTest
    @CsvSource({
        "dev.millrace.core.Engine, log",
        "dev.millrace.journal.Journal, append",
        "dev.millrace.journal.StackProbe, ensureRoom",
        "dev.millrace.event.EventCapture, encodePlainly",
        "dev.millrace.event.EventCapture, encodeFully",
        "dev.millrace.core.lane.BlockRenderer, renderNext",
        "dev.millrace.event.ParsedTemplate, printPlain",
        "dev.millrace.layout.pattern.Program, run"
    })
    void shouldBeTooLongToBeInlined(String className, String method) throws Exception {
        assertThat(codeBytes(Class.forName(className)).get(method)).isGreaterThan(FREQ_INLINE_SIZE);
    }

    /** The length of each method's code; see chapter 4 of the Java Virtual Machine Specification. */
    private static Map<String, Integer> codeBytes(Class<?> type) throws IOException {
        Map<String, Integer> lengths = new HashMap<>();
        try (InputStream file = type.getResourceAsStream(type.getSimpleName() + ".class");
                DataInputStream in = new DataInputStream(file)) {
            in.skipBytes(CLASS_HEAD_BYTES);
            Map<Integer, String> texts = constants(in);
            in.skipBytes(6);
            in.skipBytes(2 * in.readUnsignedShort());
            for (int fields = in.readUnsignedShort(); fields > 0; fields--) {
                in.skipBytes(6);
                skipAttributes(in);
            }
            for (int methods = in.readUnsignedShort(); methods > 0; methods--) {
                in.skipBytes(2);
                String name = texts.get(in.readUnsignedShort());
                in.skipBytes(2);
                for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                    String attribute = texts.get(in.readUnsignedShort());
                    byte[] content = in.readNBytes(in.readInt());
                    if (attribute.equals("Code")) {
                        lengths.merge(name, ByteBuffer.wrap(content).getInt(4), Math::max);
                    }
                }
            }
        }
        return lengths;
    }

    private static Map<Integer, String> constants(DataInputStream in) throws IOException {
        Map<Integer, String> texts = new HashMap<>();
        int count = in.readUnsignedShort();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case UTF8 -> texts.put(i, in.readUTF());
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipBytes(4);
                case 5, 6 -> {
                    in.skipBytes(8);
                    i++; // takes two places
                }
                case 7, 8, 16, 19, 20 -> in.skipBytes(2);
                case 15 -> in.skipBytes(3);
                default -> throw new IOException("unknown constant: tag=" + tag);
            }
        }
        return texts;
    }

    private static void skipAttributes(DataInputStream in) throws IOException {
        for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
            in.skipBytes(2);
            in.skipBytes(in.readInt());
        }
    }
}
