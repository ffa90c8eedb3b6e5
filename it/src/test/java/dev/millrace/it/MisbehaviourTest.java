package dev.millrace.it;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Seed;
import dev.millrace.it.proof.StackOverflow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class MisbehaviourTest {
    private static final int OVERFLOWS = 30;

    private final Findings findings = new Findings(false);
    private final StackOverflow proof = new StackOverflow();

    @ParameterizedTest
    @CsvSource({
        "-Xint, -Xss512k, false",
        "-XX:+TieredCompilation, -Xss512k, true",
        "-XX:+TieredCompilation, -Xss1m, false"
    })
    void i9ShouldLeaveNoHoleWhenTheStackOverflows(String mode, String stack, boolean warm) {
        long seed = Seed.random("stack-overflow").nextLong();

        proof.overflows(findings, Jdk.running(), false, OVERFLOWS, warm, seed, mode, stack);

        Proved.assertProved(findings);
    }

    @Test
    void i9ShouldLeaveNoHoleWhenTheStackOverflowsOnJdk25() {
        long seed = Seed.random("stack-overflow").nextLong();

        proof.overflows(findings, Proved.jdk25(), false, OVERFLOWS, true, seed, "-XX:+TieredCompilation", "-Xss512k");

        Proved.assertProved(findings);
    }

    @Test
    void i9ShouldLeaveNoHoleAndNoLockWhenACallThatWritesOverflowsTheStack() {
        long seed = Seed.random("stack-overflow").nextLong();

        proof.overflows(findings, Jdk.running(), true, OVERFLOWS, false, seed, "-XX:+TieredCompilation", "-Xss512k");

        Proved.assertProved(findings);
    }

    /** Some thousand full collections, which take their time beside other load. */
    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void i9ShouldGoOnAfterMemoryWasExhausted() {
        proof.exhaustions(findings, Jdk.running(), 2, 60);

        Proved.assertProved(findings);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void i9ShouldKeepInterruptsAndLoseNothing(boolean sync) {
        proof.interrupts(findings, Jdk.running(), sync, 2_000);

        Proved.assertProved(findings);
    }
}
