package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.roll.ArchiveJob;
import dev.millrace.core.roll.Archivist;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ArchivesTest {
    @TempDir
    Path dir;

    private final Archives archives = archives(false);

    private static Archives archives(boolean isBesideOthers) {
        return new Archives(25, new OpenJournal(null, null, null, null, 0, isBesideOthers), new StatusLog());
    }

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

    private ArchiveJob rolled() throws IOException {
        Path file = Files.writeString(dir.resolve("rolled.log"), "a line\n");
        ArchiveJob job = new ArchiveJob(file, ArchiveFormat.GZIP, "rolled.log");
        Files.writeString(job.mark(), job.entry());
        return job;
    }

    @Test
    void I1_shouldCompressNothingBeforeJournalsOfOthersWereLookedFor() throws Exception {
        Archives beside = archives(true);
        ArchiveJob job = rolled();
        CountDownLatch passed = new CountDownLatch(1);

        beside.archivist().compress(job);
        beside.archivist().then(passed::countDown);
        passed.await();

        assertThat(job.original()).exists();
        assertThat(job.archive()).doesNotExist();
        beside.looked();
        beside.looked();
        beside.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(20));
        assertThat(job.archive()).exists();
        assertThat(job.original()).doesNotExist();
    }

    @Test
    void shouldHoldNothingThatComesBehindTheLook() throws Exception {
        Archives beside = archives(true);
        ArchiveJob job = rolled();
        beside.looked();

        beside.archivist().compress(job);
        beside.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(20));

        assertThat(job.archive()).exists();
    }
}
