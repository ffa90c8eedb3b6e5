package dev.millrace.it;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.proof.QueueBulk;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 300, unit = TimeUnit.SECONDS)
class QueueBulkTest {
    private static final long RECORDS = 4_000_000;

    @Test
    void shouldWriteReadCompressAndReadAgainWithALittleHeap() {
        Findings findings = new Findings(false);

        new QueueBulk(RECORDS).run(findings);

        Proved.assertProved(findings);
    }
}
