package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DirtyLimitTest {
    private static final long GIB = 1L << 30;

    @Test
    void shouldWarnOfADiskThatTakesPartInAPageCacheRow() {
        assertThat(DirtyLimit.beyond(3 * GIB, 2 * GIB)).contains("at 2.0 GiB", "a run has 3.0", "the disk takes part");
        assertThat(DirtyLimit.beyond(GIB, 2 * GIB)).isEmpty();
        assertThat(DirtyLimit.beyond(GIB, 0)).as("not known").isEmpty();
    }

    @Test
    void shouldWarnOfARowOfTheDiskThatIsOneOfThePageCache() {
        assertThat(DirtyLimit.within(GIB, 2 * GIB)).contains("at 2.0 GiB", "a run has 1.0", "one fsync");
        assertThat(DirtyLimit.within(3 * GIB, 2 * GIB)).isEmpty();
        assertThat(DirtyLimit.within(GIB, 0)).as("not known").isEmpty();
    }
}
