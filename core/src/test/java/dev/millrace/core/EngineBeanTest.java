package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class EngineBeanTest {
    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    @Test
    void shouldSayWhenAStatusWasAddedAndWhatIsBehindIt() {
        Engine engine = Bootstrap.start(
                Plans.plan(dir).file("FILE", dir.resolve("a.log")).build(), status);
        status.add(StatusCode.MR010, "not\nfinished", new IOException("no space left"));
        engine.close();

        Instant when = Instant.ofEpochMilli(status.list().get(1).timeMillis());
        assertThat(new EngineBean(engine).getStatuses())
                .hasSize(2)
                .last()
                .isEqualTo(when + " WARN MR010: not finished [java.io.IOException: no space left]");
    }

    @Test
    void I3_shouldShowARemovedSinkUntilItsEventsAreDelivered() throws IOException {
        Files.writeString(dir.resolve("logs"), "a file where the directory belongs");
        Plans plans = Plans.plan(dir).file("STAYS", dir.resolve("stays.log"));
        Plan without = plans.build();
        Engine engine =
                Bootstrap.start(plans.file("GOES", dir.resolve("logs/goes.log")).build(), status);
        EngineTest.log(engine, "a", Levels.INFO, "before");
        engine.reloader().apply(without);
        EngineTest.log(engine, "a", Levels.INFO, "after");

        assertThat(new EngineBean(engine).getSinks()).containsOnlyKeys("STAYS", "GOES");
        assertThat(new EngineBean(engine).getSinks().get("GOES"))
                .containsEntry("accepted", 1L)
                .containsEntry("pending", 1L);

        Files.delete(dir.resolve("logs"));
        while (engine.open().journal().cursorNames().contains("GOES")) {
            EngineTest.pause("the removed sink has not finished");
        }
        engine.close();

        assertThat(new EngineBean(engine).getSinks()).containsOnlyKeys("STAYS");
    }
}
