package dev.millrace.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LineSourceTest {
    private static final int MAX_BYTES = 100;

    private static List<String> lines(InputStream in) throws Exception {
        LineSource source = new LineSource(in, MAX_BYTES);
        List<String> lines = new ArrayList<>();
        while (source.next()) {
            assertThat(source.number()).isEqualTo(lines.size() + 1);
            lines.add(
                    source.isTooLong()
                            ? "too long"
                            : new String(
                                    source.bytes(),
                                    source.from(),
                                    source.to() - source.from(),
                                    StandardCharsets.ISO_8859_1));
        }
        assertThat(source.next()).isFalse();
        return lines;
    }

    @Test
    void shouldEndLinesAsFilesOfAllSystemsDo() throws Exception {
        InputStream in = new ByteArrayInputStream("a\nb\r\n\n\r\nc\rd\r".getBytes(StandardCharsets.US_ASCII));

        assertThat(lines(in)).containsExactly("a", "b", "", "", "c\rd\r");
    }

    @Test
    void shouldTakeLinesOfExactlyTheLimit() throws Exception {
        String longest = "x".repeat(MAX_BYTES);
        String input = longest + "\r\n" + longest + "x\n" + longest + "x\r\n" + longest;

        assertThat(lines(new ByteArrayInputStream(input.getBytes(StandardCharsets.US_ASCII))))
                .containsExactly(longest, "too long", "too long", longest);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldNotCareHowTheStreamIsCut(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> expected = new ArrayList<>();
        StringBuilder input = new StringBuilder();
        for (int line = 0; line < 5_000; line++) {
            int length = random.nextInt(500) == 0 ? random.nextInt(300_000) : MAX_BYTES - 5 + random.nextInt(8);
            String text = "x".repeat(length);
            expected.add(length > MAX_BYTES ? "too long" : text);
            input.append(text).append(random.nextBoolean() ? "\n" : "\r\n");
        }
        byte[] bytes = input.toString().getBytes(StandardCharsets.US_ASCII);

        assertThat(lines(new PiecemealStream(bytes, random))).isEqualTo(expected);
    }

    /** Gives as few bytes at a time as it likes. */
    private static final class PiecemealStream extends ByteArrayInputStream {
        private final SplittableRandom random;

        PiecemealStream(byte[] bytes, SplittableRandom random) {
            super(bytes);
            this.random = random;
        }

        @Override
        public synchronized int read(byte[] bytes, int offset, int length) {
            int most = random.nextInt(20) == 0 ? 100_000 : 60;
            return super.read(bytes, offset, Math.min(length, 1 + random.nextInt(most)));
        }
    }
}
