package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinePiecesTest {
    private static final int PIECE_BYTES = PieceSize.PIPE_BYTES;
    private static final Path ABSENT = Path.of("absent");
    private static final PieceSize FULL_PIPE = PieceSize.of(StreamKind.PIPE, new Holding(64 << 10), ABSENT);

    @TempDir
    Path dir;

    private final Pieces pieces = new Pieces();
    private final AtomicLong progress = new AtomicLong();

    @Test
    void shouldEndEachPieceWithALineThatFits() throws IOException {
        Random random = new Random(4);
        for (int round = 0; round < 500; round++) {
            pieces.written.clear();
            StringBuilder text = new StringBuilder();
            for (int line = random.nextInt(20); line >= 0; line--) {
                text.append("x".repeat(random.nextInt(PIECE_BYTES))).append('\n');
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);

            LinePieces.write(pieces, bytes, 0, bytes.length, FULL_PIPE, progress);

            assertThat(String.join("", pieces.written)).isEqualTo(text.toString());
            assertThat(pieces.written).allMatch(piece -> piece.endsWith("\n") && piece.length() <= PIECE_BYTES);
        }
    }

    @Test
    void shouldCutALineThatIsLongerThanAPieceAndCountWhatIsOut() throws IOException {
        byte[] bytes = ("x".repeat(3 * PIECE_BYTES) + "\n").getBytes(StandardCharsets.UTF_8);

        LinePieces.write(pieces, bytes, 0, bytes.length, FULL_PIPE, progress);

        assertThat(pieces.written).hasSize(4).last().isEqualTo("\n");
        assertThat(progress).hasValue(bytes.length);
    }

    @Test
    void shouldFillThePipeAndNoMore() throws IOException {
        byte[] bytes = "x\n".repeat(100_000).getBytes(StandardCharsets.UTF_8);

        LinePieces.write(
                pieces, bytes, 0, bytes.length, PieceSize.of(StreamKind.PIPE, new Holding(20 << 10), ABSENT), progress);

        assertThat(pieces.written.get(0)).hasSize((64 - 12 - 20) << 10);
    }

    @Test
    void shouldGiveASocketWhatItTakesAsAWholeSinceItTellsNoRoom() throws IOException {
        byte[] bytes = "x\n".repeat(PIECE_BYTES).getBytes(StandardCharsets.UTF_8);

        LinePieces.write(
                pieces, bytes, 0, bytes.length, PieceSize.of(StreamKind.SOCKET, new Holding(0), ABSENT), progress);

        assertThat(pieces.written)
                .hasSize(2)
                .allSatisfy(piece -> assertThat(piece).hasSize(PIECE_BYTES).endsWith("\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Resource temporarily unavailable", "Die Ressource ist zur Zeit nicht verfügbar"})
    void shouldSayHowFarItIsWhereAPipeIsFullThatLetsNobodyWait(String full) throws IOException {
        byte[] bytes = "x\n".repeat(PIECE_BYTES).getBytes(StandardCharsets.UTF_8);
        pieces.most = 1;
        pieces.refusal = full;

        int out = LinePieces.write(pieces, bytes, 0, bytes.length, pipe("0104001"), progress);

        assertThat(out).isEqualTo(PIECE_BYTES);
    }

    @ParameterizedTest
    @CsvSource({"0100001, Die Ressource ist zur Zeit nicht verfügbar", "0104001,"})
    void shouldFailWhereAPipeIsBroken(String flags, String refusal) throws IOException {
        byte[] bytes = "x\n".getBytes(StandardCharsets.UTF_8);
        pieces.refusal = refusal == null ? ofBrokenPipe() : refusal;

        assertThatThrownBy(() -> LinePieces.write(pieces, bytes, 0, bytes.length, pipe(flags), progress))
                .isInstanceOf(IOException.class)
                .hasMessage(pieces.refusal);
    }

    private PieceSize pipe(String flags) throws IOException {
        Path information = Files.writeString(dir.resolve("1"), "pos:\t0\nflags:\t" + flags + "\nmnt_id:\t13\n");
        return PieceSize.of(StreamKind.PIPE, new Holding(64 << 10), information);
    }

    /** As the system says it here. */
    private static String ofBrokenPipe() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.source().close();
        try (Pipe.SinkChannel sink = pipe.sink()) {
            sink.write(ByteBuffer.allocate(1));
            return "not told";
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    /** A pipe that holds so many bytes. */
    private static final class Holding extends InputStream {
        private final int bytes;

        Holding(int bytes) {
            this.bytes = bytes;
        }

        @Override
        public int available() {
            return bytes;
        }

        @Override
        public int read() {
            throw new AssertionError("what it holds is somebody else's");
        }
    }

    /** What each write got. */
    private static final class Pieces extends OutputStream {
        private final List<String> written = new ArrayList<>();
        private int most;
        private String refusal;

        @Override
        public void write(int b) {
            throw new AssertionError("one byte at a time");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (refusal != null && written.size() == most) {
                throw new IOException(refusal);
            }
            ByteArrayOutputStream piece = new ByteArrayOutputStream();
            piece.write(bytes, offset, length);
            written.add(piece.toString(StandardCharsets.UTF_8));
        }
    }
}
