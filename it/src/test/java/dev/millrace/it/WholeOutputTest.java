package dev.millrace.it;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.proof.WholeOutput;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class WholeOutputTest {
    private static final long EVENTS = 200_000;

    private final Findings findings = new Findings(false);
    private final WholeOutput proof = new WholeOutput();

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 64})
    void i2ShouldWriteEveryLineOnceAndInItsThreadsOrder(int threads) {
        proof.platform(findings, Jdk.running(), threads, EVENTS);

        Proved.assertProved(findings);
    }

    @Test
    void i2ShouldWriteEveryLineOnceFromSixteenThreadsOnJdk25() {
        proof.platform(findings, Proved.jdk25(), 16, EVENTS);

        Proved.assertProved(findings);
    }

    @Test
    void i2ShouldWriteEveryLineOnceFromTenThousandVirtualThreads() {
        proof.virtual(findings, Proved.jdk25(), EVENTS);

        Proved.assertProved(findings);
    }
}
