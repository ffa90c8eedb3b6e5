package dev.millrace.it;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Seed;
import dev.millrace.it.proof.SigKill;
import dev.millrace.it.proof.SigKill.Variant;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class SigKillTest {
    private static final Random RANDOM = Seed.random("sigkill");

    private final Findings findings = new Findings(false);
    private final SigKill proof = new SigKill();

    @ParameterizedTest
    @EnumSource(Variant.class)
    void i1ShouldLoseAndDoubleNothingWhenKilled(Variant variant) {
        int rounds = variant == Variant.ANY_TIME ? 4 : 2;
        for (int i = 0; i < rounds; i++) {
            proof.round(findings, Jdk.running(), variant, RANDOM);
        }

        Proved.assertProved(findings);
    }

    @Test
    void i1ShouldLoseAndDoubleNothingWhenKilledOnJdk25() {
        proof.round(findings, Proved.jdk25(), Variant.ANY_TIME, RANDOM);
        proof.round(findings, Proved.jdk25(), Variant.DURING_RECOVERY, RANDOM);

        Proved.assertProved(findings);
    }
}
