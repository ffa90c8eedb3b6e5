package dev.millrace.it;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Seed;
import dev.millrace.it.proof.Reload;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ReloadTest {
    private static final Random RANDOM = Seed.random("reload");
    private static final int RELOADS = 8;
    private static final int KILLS = 3;
    private static final long EVENTS_A_SECOND = 20_000;

    private final Findings findings = new Findings(false);
    private final Reload proof = new Reload();

    @Test
    void i1ShouldWriteEachEventWhereOneGenerationSays() {
        proof.reloads(findings, Jdk.running(), RELOADS, EVENTS_A_SECOND, RANDOM);

        Proved.assertProved(findings);
    }

    @Test
    void i1ShouldLoseAndDoubleNothingWhenKilledAroundAReload() {
        for (int i = 0; i < KILLS; i++) {
            proof.killed(findings, Jdk.running(), RANDOM);
        }

        Proved.assertProved(findings);
    }
}
