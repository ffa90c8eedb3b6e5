package dev.millrace.bench.driver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkersTest {
    private static final LineFormat FORMAT = LineFormat.standard(3);

    @Test
    void shouldSayWhyAThreadDidNotStart() {
        AtomicInteger made = new AtomicInteger();
        Workers workers = new Workers(3, FORMAT, false, (format, texts) -> {
            if (made.incrementAndGet() == 2) {
                throw new NoClassDefFoundError("a backend's class");
            }
            return new LineSource(format, texts);
        });

        assertThatThrownBy(() -> workers.run((worker, lines) -> {}))
                .hasMessage("a logging thread failed")
                .hasRootCauseMessage("a backend's class");
    }

    @Test
    void shouldNotWaitForThreadsThatGoOnWhereOneFails() {
        CountDownLatch never = new CountDownLatch(1);
        Workers workers = new Workers(3, FORMAT);

        assertThatThrownBy(() -> workers.run((worker, lines) -> {
                    if (worker == 1) {
                        throw new IllegalArgumentException("no line");
                    }
                    never.await();
                }))
                .hasRootCauseMessage("no line");
    }
}
