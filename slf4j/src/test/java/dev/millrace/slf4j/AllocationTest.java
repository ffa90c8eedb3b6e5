package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.millrace.core.LoggerNode;
import dev.millrace.core.Nodes;
import dev.millrace.core.status.StatusCode;
import dev.millrace.event.EventDetails;
import dev.millrace.event.Levels;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.helpers.BasicMarkerFactory;

/** What a call costs in this module: nothing but the builder of a fluent call. */
class AllocationTest {
    private static final int CALLS = 20_000;

    private static final int ROUNDS = 200;

    /** Upper bound for the builder object, in bytes; the JIT usually removes it altogether. */
    private static final long BUILDER_BYTES = 96;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Marker MARKER = new BasicMarkerFactory().getMarker("AUDIT");
    private static final Integer NUMBER = 123_456;
    private static final Object[] ARRAY = {"a", NUMBER, "c"};
    private static final Throwable THROWN = new IllegalStateException("boom");

    /** Takes events and keeps nothing. */
    private static final class Sink implements EventTarget {
        long checksum;

        @Override
        public LoggerNode logger(String name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int callerFrames(LoggerNode logger, int level) {
            return 0;
        }

        @Override
        public void log(
                LoggerNode logger,
                int level,
                String template,
                int argCount,
                Object arg0,
                Object arg1,
                Object[] args,
                Throwable thrown,
                byte[] mdc,
                EventDetails details) {
            checksum += level + argCount + (mdc == null ? 0 : mdc.length);
        }

        @Override
        public void notCaptured(int level) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void record(EventRecording recording) {}

        @Override
        public void stop(EventRecording recording) {}

        @Override
        public void doLater(Runnable chore) {
            chore.run();
        }

        @Override
        public void report(StatusCode code, String message) {}

        @Override
        public List<String> statuses() {
            return List.of();
        }

        @Override
        public void close() {}
    }

    @TestFactory
    Stream<DynamicTest> i4_shouldAllocateNothingWhenDisabled() {
        Logger logger = logger(Levels.OFF);
        return Stream.concat(plainCalls(logger), fluentCalls(logger));
    }

    @TestFactory
    Stream<DynamicTest> i4_shouldAllocateNothingForPlainCalls() {
        return plainCalls(logger(Levels.TRACE));
    }

    @TestFactory
    Stream<DynamicTest> i4_shouldAllocateABuilderForFluentCalls() {
        Logger logger = logger(Levels.TRACE);
        return Stream.of(
                atMost(BUILDER_BYTES, "fluent message", () -> logger.atInfo().log("x")),
                atMost(BUILDER_BYTES, "fluent arguments", () -> logger.atInfo()
                        .addArgument(NUMBER)
                        .addArgument("b")
                        .log("x {} {}")),
                atMost(BUILDER_BYTES, "fluent array", () -> logger.atInfo().log("x {} {} {}", ARRAY)));
    }

    private static Stream<DynamicTest> plainCalls(Logger logger) {
        return Stream.of(
                atMost(0, "message", () -> logger.info("x")),
                atMost(0, "one argument", () -> logger.info("x {}", NUMBER)),
                atMost(0, "two arguments", () -> logger.warn("x {} {}", NUMBER, "b")),
                atMost(0, "given array", () -> logger.error("x {} {} {}", ARRAY)),
                atMost(0, "throwable", () -> logger.debug("x", THROWN)),
                atMost(0, "marker", () -> logger.trace(MARKER, "x {}", NUMBER)),
                atMost(0, "question", () -> logger.isInfoEnabled(MARKER)));
    }

    private static Stream<DynamicTest> fluentCalls(Logger logger) {
        return Stream.of(
                atMost(0, "fluent", () -> logger.atInfo().addKeyValue("k", "v").log("x {}", NUMBER)),
                atMost(0, "fluent by level", () -> logger.atLevel(org.slf4j.event.Level.WARN)
                        .log("x")));
    }

    private static DynamicTest atMost(long bytesPerCall, String name, Runnable call) {
        return DynamicTest.dynamicTest(name, () -> {
            measure(call); // loads classes and caches

            // The least of some: the JVM itself may allocate on this thread once in a while, and the compiler removes
            // allocations only when it gets its turn.
            long least = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS && least > bytesPerCall * CALLS; round++) {
                least = Math.min(least, measure(call));
            }
            assertThat(least).isLessThanOrEqualTo(bytesPerCall * CALLS);
        });
    }

    private static long measure(Runnable call) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int repetition = 0; repetition < CALLS; repetition++) {
            call.run();
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static Logger logger(int threshold) {
        MillraceMdcAdapter mdc = new MillraceMdcAdapter(map -> new byte[8]);
        mdc.put("user", "42");
        return new MillraceLogger(Nodes.node("a", threshold), new Sink(), mdc, new MarkerTexts());
    }
}
