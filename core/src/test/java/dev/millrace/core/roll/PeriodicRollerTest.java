package dev.millrace.core.roll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.outbox.RollMark;
import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeriodicRollerTest {
    private static final long MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z").toEpochMilli();

    @TempDir
    Path dir;

    private PeriodicRoller roller() {
        return roller(null);
    }

    private PeriodicRoller roller(Folders folders) {
        return new PeriodicRoller(
                new RollPlan.Periodic(null, names(), ArchiveFormat.GZIP, RollPeriod.DAY, 100, 0, 0, false), folders);
    }

    private FileNamePattern names() {
        return new FileNamePattern(List.of(
                new FileNamePattern.Literal(dir + "/app-"),
                new FileNamePattern.Date("yyyy-MM-dd", ZoneOffset.UTC, true),
                new FileNamePattern.Literal("."),
                new FileNamePattern.Index(0),
                new FileNamePattern.Literal(".log")));
    }

    @Test
    void I1_shouldStandWhereItWasUntilItGoesOn() {
        PeriodicRoller roller = roller();
        roller.start(MIDNIGHT);

        RollTurn turn = roller.roll((MIDNIGHT + TimeUnit.DAYS.toMillis(1)) * 1000);

        assertThat(roller.activeFile()).isEqualTo(dir.resolve("app-2026-03-01.0.log"));
        assertThat(roller.mark()).isEqualTo(new RollMark(MIDNIGHT, 0));
        roller.goOn(turn);
        assertThat(roller.activeFile()).isEqualTo(dir.resolve("app-2026-03-02.0.log"));
    }

    @Test
    void shouldLookOnceIntoAFolderForAllThatStartTogether() throws IOException {
        Folders folders = new Folders();
        roller(folders).start(MIDNIGHT);
        Files.writeString(dir.resolve("app-2026-03-01.0.log.gz"), "finished");
        PeriodicRoller second = roller(folders);
        second.start(MIDNIGHT);
        folders.forget();
        PeriodicRoller third = roller(folders);
        third.start(MIDNIGHT);

        assertThat(second.activeFile()).isEqualTo(dir.resolve("app-2026-03-01.0.log"));
        assertThat(third.activeFile()).isEqualTo(dir.resolve("app-2026-03-01.1.log"));
    }

    @Test
    void I1_shouldRemoveNoFileThatIsWrittenToSinceTheRemovalBegan() throws IOException {
        PeriodicRoller roller = new PeriodicRoller(
                new RollPlan.Periodic(null, names(), ArchiveFormat.PLAIN, RollPeriod.DAY, 100, 5, 0, false), null);
        roller.start(MIDNIGHT);
        Files.createDirectories(dir.resolve("app-2026-02-20.0.log/cannot be removed"));
        Path active = Files.writeString(dir.resolve("app-2026-02-19.0.log"), "active\n");
        Path old = Files.writeString(dir.resolve("app-2026-02-18.0.log"), "old\n");

        roller.clean(MIDNIGHT, (file, why) -> roller.start(MIDNIGHT - TimeUnit.DAYS.toMillis(10)));

        assertThat(roller.activeFile()).isEqualTo(active);
        assertThat(active).exists();
        assertThat(old).doesNotExist();
    }

    @Test
    void shouldCountAnArchiveThatIsFinishedBehindTheListing() throws IOException {
        Files.writeString(dir.resolve("app-2026-03-01.0.log.gz"), "finished");

        String archive = roller().archiveOf(dir, "app-2026-03-01.0.log.gz.pending");

        assertThat(archive).isEqualTo("app-2026-03-01.0.log.gz");
    }

    @Test
    void shouldCountAFileThatIsMovedToItsName() throws IOException {
        Files.writeString(dir.resolve("app-2026-03-01.0.log"), "a part");

        String archive = roller().archiveOf(dir, "app-2026-03-01.0.log.gz.moving");

        assertThat(archive).isEqualTo("app-2026-03-01.0.log.gz");
    }
}
