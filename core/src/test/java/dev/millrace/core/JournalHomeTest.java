package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.millrace.core.option.OptionSource;
import dev.millrace.core.option.Options;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalHomeTest {
    @TempDir
    Path directory;

    private Path home(String source, String contextName) {
        return home(source, contextName, directory);
    }

    private static Path home(String source, String contextName, Path journalDir) {
        Plan plan = new Plan(
                source,
                contextName,
                new LoggerPlan("ROOT", Levels.DEBUG, true, List.of()),
                List.of(),
                List.of(),
                Map.of("millrace.journal.dir", journalDir.toString()),
                Plan.OverflowWish.NONE,
                false,
                false);
        Options options =
                Options.read(new OptionSource(plan.properties(), source), Plan.OverflowWish.NONE, new StatusLog());
        return JournalHome.candidates(plan, options).get(0).home();
    }

    @Test
    void I1_shouldBeThatOfTheVersionBeforeWhichHadAnotherJar() {
        assertThat(home("jar:file:/app/service-1.4.3.jar!/logback.xml", "shop"))
                .isEqualTo(home("jar:file:/app/service-1.4.2.jar!/logback.xml", "shop"))
                .isEqualTo(home("jar:nested:/srv/service.jar/!BOOT-INF/classes/!/logback.xml", "shop"));
    }

    /** In the temporary directory anybody can make one of that name. */
    @Test
    void i8ShouldNotBeBesideWhatAnotherUserHasMade() throws IOException {
        Path home = Files.createDirectories(directory.resolve("home"));
        Path other = Files.createDirectories(directory.resolve("other"));
        List<JournalHome> everywhere = List.of(new JournalHome(directory, home), new JournalHome(directory, other));

        assertThat(JournalHome.isBesideOthers(home, home.resolve("0"), everywhere))
                .isTrue();
        try {
            Files.setAttribute(other, "unix:uid", 65_534);
        } catch (IOException e) {
            abort("another user's directories can be made by root alone");
        }
        assertThat(JournalHome.isBesideOthers(home, home.resolve("0"), everywhere))
                .isFalse();
    }

    /** What one retains, the other would remove at its end. */
    @Test
    void shouldBeAnotherForEachProgramThatHasNeitherAFileNorAName() {
        assertThat(home("jar:file:/app/one.jar!/logback.xml", "default"))
                .isNotEqualTo(home("jar:file:/app/other.jar!/logback.xml", "default"));
        Path here = home("default", "default");
        String before = System.setProperty("user.dir", directory.toString());
        try {
            assertThat(home("default", "default")).isNotEqualTo(here);
        } finally {
            System.setProperty("user.dir", before);
        }
    }

    @Test
    void shouldBeAnotherForAnotherNameOfTheSameLook() {
        assertThat(home("/app/logback.xml", "shop-eu")).isNotEqualTo(home("/app/logback.xml", "shop.eu"));
    }

    /** As {@code current} does, behind which each release has its directory. */
    @Test
    void I7_shouldStayWhereALinkHasLedTo() throws IOException {
        Path release = Files.createDirectory(directory.resolve("7"));
        Path link = Files.createSymbolicLink(directory.resolve("current"), release);

        for (String logs : new String[] {"logs", "", "var/logs"}) {
            assertThat(home("/app/logback.xml", "shop", link.resolve(logs)))
                    .startsWithRaw(release.toRealPath().resolve(logs));
        }
    }

    @Test
    void shouldBeAnotherForAnotherConfigurationOrContext() {
        Path home = home("/app/logback.xml", "shop");

        assertThat(home("/other/logback.xml", "shop")).isNotEqualTo(home);
        assertThat(home("/app/logback.xml", "till")).isNotEqualTo(home);
        assertThat(home("jar:file:/app/service.jar!/logback.xml", "shop"))
                .isNotEqualTo(home)
                .isNotEqualTo(home("jar:file:/app/service.jar!/logback-test.xml", "shop"));
    }
}
