package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What stands in a segment when a recovery ends just before the header of what it gives up is written. */
@Timeout(60)
class PaddingTest {
    private static final int SEGMENT = SegmentFormat.MIN_SEGMENT_BYTES;
    private static final long SECRET = 7;

    @TempDir
    Path parent;

    private Segment segment;

    @BeforeEach
    void prepareSegment() throws IOException {
        Path directory = Files.createDirectory(parent.resolve("journal"));
        FileSegmentStore store = new FileSegmentStore(directory, SEGMENT, 1) {
            @Override
            SegmentFile segmentFile(Path file) {
                return new SegmentFile(file) {
                    @Override
                    void writeWord(long offset, long word) throws IOException {
                        throw new IOException("killed");
                    }
                };
            }
        };
        segment = store.create();
        segment.startAt(SEGMENT);
        segment.prepare(SEGMENT);
        segment.seal(0, 0, SECRET);
    }

    private void breakSeal() {
        segment.data.putLong(800, 1);
        assertThat(segment.sealHolds(0, SECRET)).isFalse();
    }

    /** Without a seal, what it contradicts would be believed. */
    @Test
    void I6_shouldKeepASealThatFailsUntilThePaddingStands() {
        breakSeal();

        assertThatThrownBy(() -> new Padding(SECRET, false).pad(segment, 0, 1024))
                .hasMessage("killed");

        assertThat(segment.seal(0)).isNotZero();
    }

    /** Under the seal, readers in other processes would take the new header for damage. */
    @Test
    void shouldUndoASealThatHoldsBeforeThePaddingStands() {
        assertThatThrownBy(() -> new Padding(SECRET, false).pad(segment, 0, 1024))
                .hasMessage("killed");

        assertThat(segment.seal(0)).isZero();
    }

    @Test
    void I6_shouldKeepASealUntilAWholeSegmentIsPadding() {
        breakSeal();

        assertThatThrownBy(() -> new Padding(SECRET, false).giveUp(segment)).hasMessage("killed");

        assertThat(segment.seal(0)).isNotZero();
    }
}
