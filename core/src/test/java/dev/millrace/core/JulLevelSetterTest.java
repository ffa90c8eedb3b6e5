package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.Plan.JulLevels;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JulLevelSetterTest {
    private static final String NAME = "dev.millrace.core.jul";

    private final Level rootLevel = Logger.getLogger("").getLevel();
    private final Logger other = Logger.getLogger(NAME + ".other");

    @AfterEach
    void restore() {
        Logger.getLogger("").setLevel(rootLevel);
    }

    @Test
    void shouldGiveLoggersTheLevelsOfThePlan() {
        other.setLevel(Level.CONFIG);
        Plans plan = new Plans()
                .rootLevel(Levels.WARN)
                .logger(NAME + ".a", Levels.TRACE, true)
                .logger(NAME + ".b", Levels.OFF, true)
                .logger(NAME + ".c", null, true)
                .logger(NAME + ".d", Levels.ALL, true)
                .logger(NAME + ".e", Levels.ERROR, true)
                .logger(NAME + ".f", Levels.DEBUG, true)
                .logger(NAME + ".g", Levels.INFO, true);

        JulLevelSetter.apply(plan.julLevels(JulLevels.SET).build());

        assertThat(level("")).isEqualTo(Level.WARNING);
        assertThat(level(NAME + ".a")).isEqualTo(Level.FINEST);
        assertThat(level(NAME + ".b")).isEqualTo(Level.OFF);
        assertThat(level(NAME + ".c")).isNull();
        assertThat(level(NAME + ".d")).isEqualTo(Level.ALL);
        assertThat(level(NAME + ".e")).isEqualTo(Level.SEVERE);
        assertThat(level(NAME + ".f")).isEqualTo(Level.FINE);
        assertThat(level(NAME + ".g")).isEqualTo(Level.INFO);
        assertThat(other.getLevel()).isEqualTo(Level.CONFIG);
    }

    @Test
    void shouldTakeOtherLevelsAwayWhenItResets() {
        other.setLevel(Level.CONFIG);

        JulLevelSetter.apply(new Plans().julLevels(JulLevels.RESET_AND_SET).build());

        assertThat(other.getLevel()).isNull();
    }

    @Test
    void shouldHoldTheLoggersSoThatTheirLevelsStay() {
        JulLevelSetter.apply(new Plans()
                .logger(NAME + ".held", Levels.ERROR, true)
                .julLevels(JulLevels.SET)
                .build());

        System.gc();

        assertThat(level(NAME + ".held")).isEqualTo(Level.SEVERE);
    }

    @Test
    void shouldSetLevelsWhenAnEngineOfSuchAPlanStarts(@TempDir Path directory) {
        Plans plan = Plans.plan(directory)
                .file("F", directory.resolve("f.log"))
                .logger(NAME + ".engine", Levels.ERROR, true, "F")
                .julLevels(JulLevels.SET);

        try (Engine engine = Bootstrap.start(plan.build(), new StatusLog())) {
            assertThat(engine.status().list())
                    .noneMatch(status -> status.code().name().equals("MR430"));
            assertThat(level(NAME + ".engine")).isEqualTo(Level.SEVERE);
        }
    }

    private static Level level(String name) {
        Logger logger = LogManager.getLogManager().getLogger(name);
        return logger == null ? null : logger.getLevel();
    }
}
