package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several threads enter the same texts while the file behind them grows; seeded, many short rounds. */
@Timeout(120)
class DictionaryInterleavingTest {
    private static final int ROUNDS = Integer.getInteger("millrace.stress.rounds", 40);
    private static final int THREADS = 4;
    private static final int TEXTS = 600;

    @TempDir
    Path directory;

    @Test
    void shouldResolveEveryIdNowAndAfterItIsOpenedAgain() throws Exception {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Path file = directory.resolve("dictionary-" + seed);
            Map<Integer, String> handedOut = new ConcurrentHashMap<>();
            ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
            try (Dictionary dictionary = Dictionary.open(file)) {
                enterFromAllThreads(dictionary, seed, handedOut, failures);
                assertResolved(dictionary, handedOut, seed);
            }
            assertThat(failures).as("seed %d", seed).isEmpty();
            assertThat(handedOut).as("seed %d", seed).hasSizeGreaterThanOrEqualTo(TEXTS / 2);
            try (Dictionary reopened = Dictionary.open(file)) {
                assertResolved(reopened, handedOut, seed);
            }
        }
    }

    private static void enterFromAllThreads(
            Dictionary dictionary, int seed, Map<Integer, String> handedOut, ConcurrentLinkedQueue<Throwable> failures)
            throws InterruptedException, IOException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(seed * 31L + i);
            Thread thread = new Thread(() -> {
                try {
                    for (int n = 0; n < TEXTS; n++) {
                        enter(dictionary, random, handedOut);
                    }
                } catch (Throwable e) {
                    failures.add(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            dictionary.prepareAhead();
            Thread.yield();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void enter(Dictionary dictionary, Random random, Map<Integer, String> handedOut) {
        String text = "text " + random.nextInt(TEXTS) + " é" + "x".repeat(random.nextInt(200));
        int id = random.nextInt(3) == 0 ? dictionary.idOf(text) : dictionary.idOfRepeating(text);
        if (random.nextInt(20) == 0) {
            Thread.yield();
        }
        if (id != 0) {
            String known = handedOut.putIfAbsent(id, text);
            assertThat(known == null ? text : known).as("id %d", id).isEqualTo(text);
            assertThat(new String(dictionary.text(id), StandardCharsets.UTF_8)).isEqualTo(text);
        }
    }

    private static void assertResolved(Dictionary dictionary, Map<Integer, String> handedOut, int seed) {
        handedOut.forEach((id, text) -> assertThat(new String(dictionary.text(id), StandardCharsets.UTF_8))
                .as("seed %d, id %d", seed, id)
                .isEqualTo(text));
    }
}
