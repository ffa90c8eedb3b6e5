package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.roll.Archivist;
import dev.millrace.core.status.StatusLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ArchivesTest {
    private final Archives archives = new Archives(25, null, new StatusLog());

    @Test
    void shouldHaveOneArchivist() {
        assertThat(archives.archivist()).isSameAs(archives.archivist());
    }

    @Test
    void shouldDoNothingForWhoeverRollsBehindTheEnd() throws InterruptedException {
        Thread[] chores = new Thread[1];
        archives.close(System.nanoTime());

        Archivist late = archives.archivist();
        late.then(() -> chores[0] = Thread.currentThread());
        late.close();

        assertThat(chores[0]).isNull();
    }
}
