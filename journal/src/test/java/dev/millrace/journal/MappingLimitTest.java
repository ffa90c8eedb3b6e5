package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The system's limit of mappings must be met by a reader, not by the JVM, which ends there. */
@Timeout(60)
class MappingLimitTest {
    private static final long MOST = 80_000;
    private static final long USABLE = 70_000;

    /** A process of which each mapping may be counted. */
    private static final class Counted extends MappingLimit {
        long mapped;
        long garbage;
        long most = MOST;
        int looks;
        int collections;

        void map() throws IOException {
            beforeMapping();
            mapped++;
        }

        @Override
        long mapped() {
            looks++;
            return mapped;
        }

        @Override
        long most() {
            return most;
        }

        @Override
        void collectGarbage() {
            collections++;
            mapped -= garbage;
            garbage = 0;
        }
    }

    private final Counted process = new Counted();

    private void mapUntilRefused() throws IOException {
        while (process.mapped < MOST) {
            process.map();
        }
    }

    @Test
    void I7_shouldLeaveTheJvmAnEighthOfTheMappings() {
        assertThatThrownBy(this::mapUntilRefused)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("mappings=" + process.mapped)
                .hasMessageContaining("vm.max_map_count=" + MOST)
                .hasMessageContaining("fewer tailers");

        assertThat(process.mapped).isBetween(USABLE, USABLE + MappingLimit.LOOK_EVERY);
    }

    @Test
    void I7_shouldRefuseEveryMappingUntilThereIsRoomAgain() throws Exception {
        assertThatThrownBy(this::mapUntilRefused).isInstanceOf(IOException.class);
        long refusedAt = process.mapped;
        for (int more = 0; more < 3; more++) {
            assertThatThrownBy(process::map).isInstanceOf(IOException.class);
        }
        assertThat(process.mapped).isEqualTo(refusedAt);

        process.mapped = USABLE - 1;
        process.map();

        assertThat(process.mapped).isEqualTo(USABLE);
    }

    @Test
    void shouldHaveWhatClosedReadersHadMappedCollectedFirst() throws Exception {
        for (int mapping = 0; mapping < 3 * MOST; mapping++) {
            process.map();
            process.garbage = process.mapped;
        }

        assertThat(process.collections).isPositive();
    }

    @Test
    void shouldLookSeldom() throws Exception {
        for (int mapping = 0; mapping < MappingLimit.LOOK_EVERY; mapping++) {
            process.map();
        }
        assertThat(process.looks).isZero();

        for (int mapping = 0; mapping < 10 * MappingLimit.LOOK_EVERY; mapping++) {
            process.map();
        }
        assertThat(process.looks).isBetween(9, 10);
        assertThat(process.collections).isZero();
    }

    @Test
    void shouldRefuseNothingWhereTheSystemTellsNoLimit() {
        process.most = Long.MAX_VALUE;

        assertThatCode(() -> {
                    for (int mapping = 0; mapping < 3 * MOST; mapping++) {
                        process.map();
                    }
                })
                .doesNotThrowAnyException();
    }

    @Test
    void shouldFindTheFiguresOfThisProcess() {
        MappingLimit own = new MappingLimit();

        assertThat(own.most()).isPositive();
        assertThat(own.mapped()).isPositive().isLessThan(own.most());
    }
}
