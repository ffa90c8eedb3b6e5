package dev.millrace.it;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Seed;
import dev.millrace.it.proof.BadInput;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class BadInputTest {
    private static final int DAMAGES = 3;

    private final BadInput proof = new BadInput();

    @TestFactory
    List<DynamicTest> i7ShouldNameThePlaceAndLogWhatCanBeLogged() {
        return proof.cases().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    Findings findings = new Findings(false);

                    entry.getValue().accept(findings, Jdk.running());

                    Proved.assertProved(findings);
                }))
                .toList();
    }

    @Test
    void i6ShouldLetNothingDamagedOutOfADamagedJournal() {
        Findings findings = new Findings(false);
        Random random = Seed.random("damaged journal");

        for (int i = 0; i < DAMAGES; i++) {
            proof.damagedJournal(findings, Jdk.running(), random);
        }

        Proved.assertProved(findings);
    }
}
