package dev.millrace.samples.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnsweredIdsTest {
    @Test
    void shouldHandOutEveryIdOnce() {
        AnsweredIds ids = new AnsweredIds();
        Set<Long> issued = new HashSet<>();

        for (AnsweredIds.Block block : new AnsweredIds.Block[] {ids.take(), ids.take()}) {
            for (long id = block.next(); id >= 0; id = block.next()) {
                assertThat(issued.add(id)).isTrue();
            }
        }

        assertThat(issued).hasSize(2 * AnsweredIds.BLOCK_SIZE).allMatch(id -> id < ids.limit());
    }

    @Test
    void shouldRememberWhichWereAnswered() {
        AnsweredIds ids = new AnsweredIds();
        ids.take();
        AnsweredIds.Block second = ids.take();
        long id = second.next();

        second.answered(id);
        second.answered(id);

        assertThat(ids.count()).isEqualTo(1);
        boolean[] flags = ids.toFlags();
        for (int i = 0; i < flags.length; i++) {
            assertThat(flags[i]).isEqualTo(i == id);
        }
    }
}
