package dev.millrace.it;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.proof.ConsoleStall;
import dev.millrace.it.proof.ConsoleStall.Stall;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ConsoleStallTest {
    private static final int EVENTS_A_SECOND = 20_000;
    private static final int STALL_SECONDS = 2;

    private final Findings findings = new Findings(false);
    private final ConsoleStall proof = new ConsoleStall();

    @ParameterizedTest
    @EnumSource(value = Stall.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void i8ShouldWriteTheFileAndEndInTimeWhileTheConsoleStalls(Stall stall) {
        proof.round(findings, Jdk.running(), stall, EVENTS_A_SECOND, STALL_SECONDS);

        Proved.assertProved(findings);
    }
}
