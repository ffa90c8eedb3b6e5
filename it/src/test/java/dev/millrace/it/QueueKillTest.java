package dev.millrace.it;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.proof.QueueKill;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 300, unit = TimeUnit.SECONDS)
class QueueKillTest {
    private static final int ROUNDS = 8;

    @Test
    void i1ShouldGiveEveryReturnedAppendOnceToEveryNamedTailerAcrossKills() {
        Findings findings = new Findings(false);

        new QueueKill(ROUNDS).run(findings);

        Proved.assertProved(findings);
    }
}
