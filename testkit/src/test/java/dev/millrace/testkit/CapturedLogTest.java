package dev.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.millrace.slf4j.LoggedEvent;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

@Timeout(60)
class CapturedLogTest {
    private final Logger logger = LoggerFactory.getLogger("com.example.Shop");

    @Test
    void shouldHaveAnEventWhenItsCallReturnsAlthoughNoAppenderTakesIt() {
        try (CapturedLog log = CapturedLog.of("com.example", null)) {
            logger.info("sold {} of {}", 2, "tea");
            logger.debug("not configured");
            LoggerFactory.getLogger("com.examples").error("another logger");

            assertThat(log.messages()).containsExactly("sold 2 of tea");
        }
    }

    @Test
    void shouldTellAllOfAnEvent() {
        Instant before = Instant.now();
        IllegalStateException failure = new IllegalStateException("closed");
        MDC.put("user", "ada");
        try (CapturedLog log = CapturedLog.of("com.example.Shop", Level.WARN)) {
            logger.atWarn()
                    .addMarker(MarkerFactory.getMarker("AUDIT"))
                    .addKeyValue("order", 7)
                    .setCause(failure)
                    .log("refused {}", (Object) null);

            LoggedEvent event = log.events().get(0);
            assertThat(event.level()).isEqualTo(Level.WARN);
            assertThat(event.loggerName()).isEqualTo("com.example.Shop");
            assertThat(event.threadName()).isEqualTo(Thread.currentThread().getName());
            assertThat(event.template()).isEqualTo("refused {}");
            assertThat(event.arguments()).containsExactly((Object) null);
            assertThat(event.message()).isEqualTo("refused null");
            assertThat(event.thrown()).isSameAs(failure);
            assertThat(event.mdc()).isEqualTo(Map.of("user", "ada"));
            assertThat(event.markers()).containsExactly("AUDIT");
            assertThat(event.keyValues()).containsExactly(new KeyValuePair("order", 7));
            assertThat(event.time()).isBetween(before, Instant.now());
        } finally {
            MDC.clear();
        }
    }

    @Test
    void shouldTakeTheThrowableThatEndsTheArgumentsForTheCause() {
        RuntimeException failure = new RuntimeException("no tea");
        try (CapturedLog log = CapturedLog.of("com.example.Shop", null)) {
            logger.error("sold {} {} {}", 1, 2, 3, failure);

            assertThat(log.messages()).containsExactly("sold 1 2 3");
            assertThat(log.events().get(0).arguments()).containsExactly(1, 2, 3);
            assertThat(log.events().get(0).thrown()).isSameAs(failure);
        }
    }

    @Test
    void shouldGiveLoggersTheirLevelsBack() {
        Logger later = null;
        try (CapturedLog log = CapturedLog.of("com.example.late", Level.TRACE)) {
            later = LoggerFactory.getLogger("com.example.late.Comer");
            assertThat(later.isTraceEnabled()).isTrue();
            later.trace("seen");

            assertThat(log.messages()).containsExactly("seen");
        }

        assertThat(later.isTraceEnabled()).isFalse();
        assertThat(later.isInfoEnabled()).isTrue();
    }

    @Test
    void shouldAllocateInProportionToWhatItKeeps() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (CapturedLog log = CapturedLog.of("com.example.Shop", Level.INFO)) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 20_000; i++) {
                logger.info("sold {}", i);
            }
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;

            assertThat(log.events()).hasSize(20_000);
            assertThat(allocated).isLessThan(20_000 * 2_000L);
        }
    }

    @Test
    void shouldKeepEachListApartAndEndAtItsClose() {
        CapturedLog errors = CapturedLog.of("com.example", Level.ERROR);
        try (CapturedLog all = CapturedLog.ofAll()) {
            logger.info("one");
            logger.error("two");
            errors.close();
            logger.error("three");
            all.clear();
            logger.info("four");

            assertThat(errors.messages()).containsExactly("two");
            assertThat(all.messages()).containsExactly("four");
        }
    }

    @Test
    void shouldTakeTheEventsOfAllThreadsEachOnce() throws InterruptedException {
        try (CapturedLog log = CapturedLog.of("com.example.many", null)) {
            List<Thread> threads = IntStream.range(0, 4)
                    .mapToObj(number -> new Thread(() -> {
                        for (int i = 0; i < 250; i++) {
                            LoggerFactory.getLogger("com.example.many.T" + i).info("{} {}", number, i);
                        }
                    }))
                    .toList();
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(log.messages()).hasSize(1_000).doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldRunTheProgramsCodeOnceAndHaveWhatTheSinksHave() {
        int[] calls = {0};
        Object basket = new Object() {
            @Override
            public String toString() {
                logger.info("counting");
                MDC.put("user", "bob");
                return "basket " + ++calls[0];
            }
        };
        MDC.put("user", "ada");
        try (CapturedLog log = CapturedLog.of("com.example.Shop", null);
                CapturedLog all = CapturedLog.ofAll()) {
            logger.info("sold {}", basket);

            assertThat(calls[0]).isEqualTo(1);
            assertThat(log.messages()).containsExactly("counting", "sold basket 1");
            assertThat(all.messages()).isEqualTo(log.messages());
            assertThat(log.events().get(1).mdc()).isEqualTo(Map.of("user", "ada"));
            assertThat(log.events().get(1).arguments()).containsExactly(basket);
        } finally {
            MDC.clear();
        }
    }

    @Test
    void shouldPrintAThrowableThatIsBothCauseAndArgument() {
        RuntimeException failure = new RuntimeException("no tea");
        try (CapturedLog log = CapturedLog.of("com.example.Shop", null)) {
            logger.atWarn().setCause(failure).addArgument(failure).log("refused: {}");

            assertThat(log.messages()).containsExactly("refused: java.lang.RuntimeException: no tea");
            assertThat(log.events().get(0).thrown()).isSameAs(failure);
        }
    }

    @Test
    void shouldLeaveRedactionWhatItLooksInto() throws Exception {
        try (CapturedLog log = CapturedLog.of("com.example.Shop", null)) {
            logger.error("password {}", "hunter2".toCharArray());

            assertThat(log.messages()).containsExactly("password [h, u, n, t, e, r, 2]");
        }
        assertThat(Files.readString(Path.of("target/testkit.log"))).doesNotContain("h, u, n");
    }

    @Test
    void shouldTakeArgumentsOfAnArrayOfAnotherType() {
        try (CapturedLog log = CapturedLog.of("com.example.Shop", null)) {
            logger.info("sold {} and {}", (Object[]) new StringBuilder[] {new StringBuilder("tea"), null});

            assertThat(log.messages()).containsExactly("sold tea and null");
        }
    }

    @Test
    void shouldRefuseALoggerWithoutANameAndLeaveOthersAlone() {
        assertThatThrownBy(() -> CapturedLog.of((String) null, Level.DEBUG))
                .isInstanceOf(IllegalArgumentException.class);

        try (CapturedLog log = CapturedLog.of("com.example.Shop", null)) {
            logger.info("open");
            assertThat(log.messages()).containsExactly("open");
        }
    }

    @Test
    void shouldWaitWhileAnotherThreadStartsSlf4j() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        FirstCaptures.class.getName())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("captured " + FirstCaptures.THREADS + " of " + FirstCaptures.THREADS);
    }
}
