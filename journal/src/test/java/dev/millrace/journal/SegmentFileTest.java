package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SegmentFileTest {
    private static final int LARGE = (5 << 20) / 2;

    @TempDir
    Path parent;

    private static byte[] ones(int count) {
        byte[] bytes = new byte[count];
        Arrays.fill(bytes, (byte) 1);
        return bytes;
    }

    @Test
    void shouldWriteZerosWhereAskedAndNowhereElse() throws Exception {
        for (int count : new int[] {8, 4096, 300_000, 1 << 20, LARGE}) {
            Path file = Files.write(parent.resolve("segment"), ones(LARGE + 200));
            SegmentFile segment = new SegmentFile(file);

            segment.writeZeros(100, count);

            segment.letGo();
            byte[] expected = ones(LARGE + 200);
            Arrays.fill(expected, 100, 100 + count, (byte) 0);
            assertThat(Arrays.equals(Files.readAllBytes(file), expected)).isTrue();
        }
    }

    @Test
    void shouldWriteAllOnAThreadThatIsInterruptedAndLeaveItInterrupted() throws Exception {
        Path file = Files.write(parent.resolve("segment"), ones(LARGE));
        SegmentFile segment = new SegmentFile(file);

        Thread.currentThread().interrupt();
        segment.writeZeros(0, LARGE);

        assertThat(Thread.interrupted()).isTrue();
        segment.writeZeros(0, 8);
        segment.letGo();
        assertThat(Arrays.equals(Files.readAllBytes(file), new byte[LARGE])).isTrue();
    }

    @Test
    void shouldLeaveAFileAloneThatSomebodyHasPutBack() throws Exception {
        FileSegmentStore store = new FileSegmentStore(parent, SegmentFormat.MIN_SEGMENT_BYTES, 1);
        Path back = Files.write(parent.resolve("0.seg"), ones(LARGE));

        Segment created = store.create();

        assertThat(created.file.path()).isEqualTo(parent.resolve("1.seg"));
        assertThat(Arrays.equals(Files.readAllBytes(back), ones(LARGE))).isTrue();
    }

    @Test
    void shouldTouchNoFileThatStandsInItsPlace() throws Exception {
        Segment segment = new FileSegmentStore(parent, SegmentFormat.MIN_SEGMENT_BYTES, 1).create();
        Path file = segment.file.path();
        Files.delete(file);
        Files.write(file, ones(LARGE));

        assertThat(segment.file.isGone()).isTrue();
        assertThatThrownBy(segment::trim).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> segment.file.writeZeros(0, 8)).isInstanceOf(NoSuchFileException.class);

        assertThat(Arrays.equals(Files.readAllBytes(file), ones(LARGE))).isTrue();
    }

    @Test
    void shouldNotStayClosedWhereItCouldNotBeOpenedAgain() throws Exception {
        Path file = Files.write(parent.resolve("segment"), ones(LARGE));
        Path aside = parent.resolve("aside");
        SegmentFile segment = new SegmentFile(file);
        segment.holdOpen();
        Files.move(file, aside);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> segment.writeZeros(0, LARGE)).isInstanceOf(NoSuchFileException.class);
        assertThat(Thread.interrupted()).isTrue();

        Files.move(aside, file);
        segment.writeZeros(0, LARGE);

        segment.letGo();
        assertThat(Arrays.equals(Files.readAllBytes(file), new byte[LARGE])).isTrue();
    }
}
