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
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @CsvSource({
        "HALF_DAY, Europe/Berlin, 2026-10-24T22:00:00Z",
        "HALF_DAY, Europe/Berlin, 2026-03-28T23:00:00Z",
        "HALF_DAY, America/Havana, 2026-10-31T22:00:00Z",
        "HOUR, Australia/Lord_Howe, 2026-04-04T12:00:00Z",
        "HOUR, Australia/Lord_Howe, 2026-10-03T12:00:00Z",
        "HOUR, Pacific/Chatham, 2026-04-04T12:00:00Z",
        "HOUR, Pacific/Chatham, 2026-09-26T12:00:00Z",
        "DAY, America/Havana, 2026-10-31T22:00:00Z",
        "DAY, Pacific/Apia, 2011-12-29T22:00:00Z"
    })
    void shouldBeginPeriodsThatEndBehindTheirEventsWhereClocksChange(RollPeriod period, ZoneId zone, Instant from) {
        PeriodicRoller roller = roller(period, zone);
        roller.start(from.toEpochMilli());

        for (Instant at = from; at.isBefore(from.plus(2, ChronoUnit.DAYS)); at = at.plusSeconds(300)) {
            long micros = TimeUnit.MILLISECONDS.toMicros(at.toEpochMilli());
            roller.goOn(roller.roll(micros));

            assertThat(roller.isDue(micros, 0)).as(at.toString()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-03-29", "2026-10-25"})
    void shouldEndHalfADayAtNoonWhereClocksChange(LocalDate day) {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        PeriodicRoller roller = roller(RollPeriod.HALF_DAY, zone);
        roller.start(day.atTime(9, 30).atZone(zone).toInstant().toEpochMilli());

        long noonMicros =
                TimeUnit.SECONDS.toMicros(day.atTime(12, 0).atZone(zone).toEpochSecond());

        assertThat(roller.isDue(noonMicros - 1, 0)).isFalse();
        assertThat(roller.isDue(noonMicros, 0)).isTrue();
    }

    private PeriodicRoller roller(RollPeriod period, ZoneId zone) {
        FileNamePattern names = new FileNamePattern(List.of(
                new FileNamePattern.Literal(dir + "/app-"), new FileNamePattern.Date("yyyy-MM-dd-HH", zone, true)));
        return new PeriodicRoller(
                new RollPlan.Periodic(null, names, ArchiveFormat.PLAIN, period, 0, 0, 0, false), null);
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
