package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.PlanReader;
import dev.millrace.core.plan.PlanReading;
import dev.millrace.core.plan.WatchedFile;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PlanWatchTest {
    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();
    private final LevelReader reader = new LevelReader();
    private Engine engine;

    /** Its configuration is the root's level, in a file. */
    private final class LevelReader implements PlanReader {
        private final AtomicInteger refused = new AtomicInteger();

        @Override
        public Optional<PlanReading> read(ClassLoader loader, StatusLog log) {
            WatchedFile file = WatchedFile.of(configuration());
            try {
                int level = Integer.parseInt(Files.readString(configuration()));
                Plan plan = Plans.plan(dir)
                        .file("FILE", dir.resolve("a.log"))
                        .rootLevel(level)
                        .build();
                return Optional.of(new PlanReading(plan, this, loader, null, 1, List.of(file), List.of()));
            } catch (NumberFormatException e) {
                refused.incrementAndGet();
                return Optional.empty();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public Optional<PlanReading> readAgain(PlanReading before, StatusLog log) {
            if (Files.exists(dir.resolve("lacks another")) && !Files.exists(dir.resolve("another"))) {
                refused.incrementAndGet();
                return Optional.of(before.watching(List.of(WatchedFile.of(dir.resolve("another")))));
            }
            return read(before.loader(), log);
        }
    }

    private Path configuration() {
        return dir.resolve("configuration");
    }

    private void configure(String text) throws IOException {
        Path next = Files.writeString(dir.resolve("next"), text);
        Files.move(next, configuration(), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }

    @BeforeEach
    void start() throws IOException {
        configure(Integer.toString(Levels.INFO));
        PlanReading reading = reader.read(null, status).orElseThrow();
        engine = Bootstrap.start(reading.plan(), status);
        engine.readFrom(reading);
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    private void awaitLevel(int level) {
        while (engine.logger("a").threshold() != level) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldFollowAFileThatChanges() throws IOException {
        configure("00010");
        awaitLevel(Levels.DEBUG);

        configure("000030");
        awaitLevel(Levels.WARN);

        assertThat(engine.running().number()).isEqualTo(2);
    }

    @Test
    void shouldStayWithTheLastPlanThatCouldBeReadAndFollowTheNext() throws IOException {
        configure("not a level");
        while (reader.refused.get() == 0) {
            Thread.onSpinWait();
        }
        assertThat(engine.logger("a").threshold()).isEqualTo(Levels.INFO);

        configure("00010");
        awaitLevel(Levels.DEBUG);

        assertThat(reader.refused).as("read once as long as it stays").hasValue(1);
    }

    @Test
    void shouldSurviveAFileThatVanishes() throws IOException {
        Files.delete(configuration());
        while (engine.status().list().stream().noneMatch(each -> each.message().contains("could not be read again"))) {
            Thread.onSpinWait();
        }

        configure("00010");
        awaitLevel(Levels.DEBUG);
    }

    @Test
    void shouldStayWithThePlanUntilAnotherFileComes() throws IOException {
        Files.createFile(dir.resolve("lacks another"));
        configure("00010");
        while (reader.refused.get() == 0) {
            Thread.onSpinWait();
        }
        assertThat(new EngineBean(engine).reload()).isFalse();
        assertThat(engine.logger("a").threshold()).isEqualTo(Levels.INFO);

        Files.createFile(dir.resolve("another"));
        awaitLevel(Levels.DEBUG);

        assertThat(engine.running().number()).isEqualTo(1);
    }

    @Test
    void shouldReadAgainWhenItIsAsked() throws IOException {
        EngineBean bean = new EngineBean(engine);
        configure("not a level");
        assertThat(bean.reload()).isFalse();
        assertThat(bean.getGeneration()).isZero();

        configure("00010");
        boolean reloaded = bean.reload();

        assertThat(engine.logger("a").threshold()).isEqualTo(Levels.DEBUG);
        assertThat(reloaded).isTrue();
        assertThat(bean.getGeneration()).isEqualTo(1);
    }
}
