package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.event.Levels;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;

@Timeout(60)
class MillraceLoggerFactoryConcurrencyTest {
    private static final int THREADS = 8;
    private static final int NAMES = 2_000;

    @Test
    void shouldGiveEveryThreadTheSameLogger() throws Exception {
        MillraceLoggerFactory factory = new MillraceLoggerFactory(
                RecordingTarget.withThreshold(Levels.INFO), new MillraceMdcAdapter(map -> new byte[0]));
        CyclicBarrier start = new CyclicBarrier(THREADS);
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        List<Future<List<Logger>>> results = new ArrayList<>();

        for (int thread = 0; thread < THREADS; thread++) {
            Callable<List<Logger>> work = () -> {
                start.await();
                List<Logger> loggers = new ArrayList<>(NAMES);
                for (int name = 0; name < NAMES; name++) {
                    loggers.add(factory.getLogger("com.example.C" + name));
                }
                return loggers;
            };
            results.add(executor.submit(work));
        }

        List<Logger> first = results.get(0).get();
        for (Future<List<Logger>> result : results) {
            assertThat(result.get())
                    .usingElementComparator((a, b) -> a == b ? 0 : 1)
                    .isEqualTo(first);
        }
        executor.shutdownNow();
    }
}
