package dev.millrace.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import org.junit.jupiter.api.Assumptions;

/** How the quick forms of the proofs end as tests. */
final class Proved {
    private Proved() {}

    /** Fails with what was found wrong; a proof that could not be run here is skipped by its name. */
    static void assertProved(Findings findings) {
        assertThat(findings.failures()).isEmpty();
        Assumptions.assumeTrue(
                findings.skipped().isEmpty(), () -> findings.skipped().toString());
    }

    /** JDK 25; without one the test is skipped and says so. */
    static Jdk jdk25() {
        Assumptions.assumeTrue(Jdk.jdk25().isPresent(), Jdk.NO_JDK_25);
        return Jdk.jdk25().orElseThrow();
    }
}
