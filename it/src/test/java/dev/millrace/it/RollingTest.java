package dev.millrace.it;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Seed;
import dev.millrace.it.proof.Rolling;
import dev.millrace.it.proof.Rolling.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class RollingTest {
    private static final Random RANDOM = Seed.random("rolling");

    private final Findings findings = new Findings(false);
    private final Rolling proof = new Rolling();

    static List<String> shapes() {
        return Rolling.shapes();
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void i1ShouldLoseAndDoubleNothingWhenKilledWhileFilesRoll(String shape) {
        Instant[] instants = Instant.values();

        proof.round(findings, Jdk.running(), shape, Instant.AT_ROLL, RANDOM);
        proof.round(findings, Jdk.running(), shape, instants[RANDOM.nextInt(instants.length)], RANDOM);

        Proved.assertProved(findings);
    }

    @Test
    void i1ShouldLoseAndDoubleNothingWhenKilledWhileFilesRollOnJdk25() {
        proof.round(findings, Proved.jdk25(), "COMPRESSED", Instant.DURING_COMPRESSION, RANDOM);

        Proved.assertProved(findings);
    }
}
