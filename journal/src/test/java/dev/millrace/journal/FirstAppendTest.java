package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariant I9 for the first append of a process. */
@Timeout(120)
class FirstAppendTest {
    @TempDir
    Path parent;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:TieredStopAtLevel=1 -Xss3m",
                "-XX:TieredStopAtLevel=1 -Xss512k",
                "-Xint -Xss512k",
                "-XX:+TieredCompilation -Xss1m"
            })
    void shouldLeaveNoHoleNearTheEndOfAStack(String options) throws Exception {
        String outcome = OwnJvm.outputOf(FirstAppendProcess.class, parent.resolve("out"), List.of(options.split(" ")));

        assertThat(outcome).isEqualTo("appended");
    }
}
