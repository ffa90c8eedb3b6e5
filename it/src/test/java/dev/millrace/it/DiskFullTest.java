package dev.millrace.it;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.proof.DiskFull;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DiskFullTest {
    private static final int EVENTS_A_SECOND = 40_000;

    private final Findings findings = new Findings(false);
    private final DiskFull proof = new DiskFull();

    @Test
    void i5ShouldGoOnWhenTheDiskIsFullAndResumeWhenSpaceReturns() {
        proof.fullDisk(findings, Jdk.running(), EVENTS_A_SECOND, 1);

        Proved.assertProved(findings);
    }

    @Test
    void i5ShouldGoOnWhenTheDiskIsFullOnJdk25() {
        proof.fullDisk(findings, Proved.jdk25(), EVENTS_A_SECOND, 1);

        Proved.assertProved(findings);
    }

    @Test
    void i5ShouldFinishAfterAKillOnAFullDisk() {
        proof.killedOnFullDisk(findings, Jdk.running());

        Proved.assertProved(findings);
    }

    @Test
    void i7ShouldGoOnWhenTheDirectoryIsUnwritable() {
        proof.unwritable(findings, Jdk.running());

        Proved.assertProved(findings);
    }

    @Test
    void i7ShouldGoOnWhenTheDirectoryVanishes() {
        proof.vanished(findings, Jdk.running());

        Proved.assertProved(findings);
    }
}
