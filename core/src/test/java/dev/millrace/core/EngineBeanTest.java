package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
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
}
