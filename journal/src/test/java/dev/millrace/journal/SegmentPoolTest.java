package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentPoolTest {
    private static final int BYTES = TestJournals.SEGMENT;
    private static final int NUMBER = 6;
    private static final long LATER_NS = TimeUnit.MINUTES.toNanos(1);

    @TempDir
    private Path directory;

    private final SegmentPool pool = new SegmentPool();

    /** Used, and free from then on. */
    private static Segment used(SegmentStore store, long freeSinceNs) throws IOException {
        Segment segment = store.create();
        segment.startAt(0);
        segment.prepare(BYTES);
        segment.data.putLong(0, 0x1234_5678_9abc_def0L);
        segment.free(freeSinceNs);
        return segment;
    }

    private void fill(SegmentStore store) throws IOException {
        for (int i = 0; i < NUMBER; i++) {
            pool.put(used(store, i));
        }
    }

    @Test
    void shouldGiveTheSpaceOfAllFilesBackThatWereUsedInABurst() throws IOException {
        fill(new FileSegmentStore(directory, BYTES, 1));

        for (int i = 0; i < NUMBER; i++) {
            pool.trimOne(LATER_NS);
        }

        assertThat(pool.size()).isEqualTo(NUMBER);
        for (int i = 0; i < NUMBER; i++) {
            assertThat(pool.take().allocatedBytes()).isZero();
        }
    }

    @Test
    void shouldGiveTheSpaceOfFilesBackThatAnEarlierProcessUsed() throws IOException {
        FileSegmentStore store = new FileSegmentStore(directory, BYTES, 1);
        for (int i = 0; i < NUMBER; i++) {
            pool.put(store.open(used(store, 0).file.path()));
        }

        for (int i = 0; i < NUMBER; i++) {
            pool.trimOne(LATER_NS);
        }

        assertThat(pool.size()).isEqualTo(NUMBER);
        assertThat(pool.giveBackOne()).isFalse();
    }

    @Test
    void shouldGiveUpWhatHasNoFileAnyMore() throws IOException {
        fill(new FileSegmentStore(directory, BYTES, 1));
        Files.delete(directory.resolve("0.seg"));
        Files.delete(directory.resolve("1.seg"));

        pool.trimOne(LATER_NS);

        assertThat(pool.size()).isEqualTo(NUMBER - 1);
        assertThat(pool.giveBackOne()).isTrue();
        assertThat(pool.size()).isEqualTo(NUMBER - 2);
    }

    @Test
    void I3_shouldHandOutNothingButZerosAfterAQuietTimeInMemoryToo() throws IOException {
        fill(new MemorySegmentStore(BYTES, 1));

        for (int i = 0; i < NUMBER; i++) {
            pool.trimOne(LATER_NS);
        }
        pool.put(used(new MemorySegmentStore(BYTES, 1), LATER_NS));

        for (Segment segment = pool.take(); segment != null; segment = pool.take()) {
            segment.startAt(0);
            segment.prepare(BYTES);
            assertThat(segment.isWritten()).isFalse();
        }
    }

    @Test
    void shouldLeaveAloneWhatWasUsedALittleWhileAgo() throws IOException {
        fill(new MemorySegmentStore(BYTES, 1));

        pool.trimOne(TimeUnit.SECONDS.toNanos(29));

        assertThat(pool.size()).isEqualTo(NUMBER);
        assertThat(pool.take().allocatedBytes()).isEqualTo(BYTES);
    }
}
