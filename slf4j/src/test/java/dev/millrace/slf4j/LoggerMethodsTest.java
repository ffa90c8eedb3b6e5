package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import dev.millrace.event.Levels;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.LocationAwareLogger;
import org.slf4j.spi.NOPLoggingEventBuilder;

class LoggerMethodsTest {
    private static final int ROUNDS = 60;
    private static final Marker MARKER = new BasicMarkerFactory().getMarker("AUDIT");
    private static final Throwable THROWN = new IllegalStateException("boom");
    private static final String[] TEMPLATES = {
        "plain", "one {}", "two {} {}", "three {} {} {}", "escaped \\{} {}", "twice escaped \\\\{} {}", "", null, "{}"
    };
    private static final Object[] OBJECTS = {
        "text", 42, null, 'c', 1.5, List.of(1, 2), new int[] {1, 2}, new Object[] {"a", null}, THROWN, ""
    };

    /** Every method of Logger that logs: trace … error with all their parameters. */
    static Stream<Method> loggingMethods() {
        return Arrays.stream(Logger.class.getMethods())
                .filter(method -> method.getReturnType() == void.class)
                .sorted((a, b) -> a.toString().compareTo(b.toString()));
    }

    static Stream<Level> levels() {
        return Arrays.stream(Level.values());
    }

    @Test
    void shouldKnowAllFiftyLoggingMethods() {
        assertThat(loggingMethods()).hasSize(50);
    }

    @ParameterizedTest
    @MethodSource("loggingMethods")
    void shouldLogWhatLogbackLogs(Method method) throws Exception {
        Random random = new Random(method.toString().hashCode());
        Logback logback = new Logback(ch.qos.logback.classic.Level.TRACE);
        RecordingTarget target = RecordingTarget.withThreshold(Levels.ALL);

        for (int round = 0; round < ROUNDS; round++) {
            Object[] given = randomArguments(method, random);

            method.invoke(target.newLogger("com.example.Shop"), given);
            method.invoke(logback.logger("com.example.Shop"), given);

            assertSame(target.takeOnly(), logback.takeOnly());
        }
    }

    @ParameterizedTest
    @MethodSource("loggingMethods")
    void shouldLogFromItsLevelOnly(Method method) throws Exception {
        int level = Level.valueOf(method.getName().toUpperCase(Locale.ROOT)).toInt();

        for (Level threshold : Level.values()) {
            RecordingTarget target = RecordingTarget.withThreshold(threshold.toInt());
            method.invoke(target.newLogger("a"), randomArguments(method, new Random(1)));
            assertThat(target.calls()).hasSize(level >= threshold.toInt() ? 1 : 0);
        }
        RecordingTarget off = RecordingTarget.withThreshold(Levels.OFF);
        method.invoke(off.newLogger("a"), randomArguments(method, new Random(1)));
        assertThat(off.calls()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("levels")
    void shouldAnswerWhetherALevelIsEnabled(Level level) throws Exception {
        String name = level.name().charAt(0) + level.name().substring(1).toLowerCase(Locale.ROOT);

        for (Level threshold : Level.values()) {
            boolean enabled = level.toInt() >= threshold.toInt();
            Logger logger = RecordingTarget.withThreshold(threshold.toInt()).newLogger("a");
            assertThat(Logger.class.getMethod("is" + name + "Enabled").invoke(logger))
                    .isEqualTo(enabled);
            assertThat(Logger.class
                            .getMethod("is" + name + "Enabled", Marker.class)
                            .invoke(logger, MARKER))
                    .isEqualTo(enabled);
            assertThat(logger.isEnabledForLevel(level)).isEqualTo(enabled);
            assertThat(Logger.class.getMethod("at" + name).invoke(logger) instanceof NOPLoggingEventBuilder)
                    .isEqualTo(!enabled);
            assertThat(logger.atLevel(level) instanceof NOPLoggingEventBuilder).isEqualTo(!enabled);
        }
    }

    @ParameterizedTest
    @MethodSource("levels")
    void shouldStartTheBuilderOfItsLevel(Level level) throws Exception {
        String name = level.name().charAt(0) + level.name().substring(1).toLowerCase(Locale.ROOT);
        RecordingTarget target = RecordingTarget.withThreshold(Levels.TRACE);
        Logger logger = target.newLogger("a");

        ((org.slf4j.spi.LoggingEventBuilder) Logger.class.getMethod("at" + name).invoke(logger)).log("x");
        logger.atLevel(level).log("x");
        logger.makeLoggingEventBuilder(level).log("x");

        assertThat(target.calls())
                .extracting(Call::level)
                .containsOnly(level.toInt())
                .hasSize(3);
    }

    @Test
    void shouldLogForBridgesWhatLogbackLogs() {
        Random random = new Random(7);
        Logback logback = new Logback(ch.qos.logback.classic.Level.TRACE);
        RecordingTarget target = RecordingTarget.withThreshold(Levels.ALL);
        LocationAwareLogger ours = target.newLogger("com.example.Shop");
        LocationAwareLogger theirs = logback.logger("com.example.Shop");

        for (int round = 0; round < 500; round++) {
            Marker marker = random.nextBoolean() ? MARKER : null;
            int level = random.nextInt(5) * 10;
            String template = pick(random, TEMPLATES);
            Object[] args = random.nextInt(4) == 0 ? null : randomObjects(random, random.nextInt(5));
            Throwable thrown = random.nextInt(3) == 0 ? THROWN : null;

            ours.log(marker, "some.Bridge", level, template, args, thrown);
            theirs.log(marker, "some.Bridge", level, template, args, thrown);

            assertSame(target.takeOnly(), logback.takeOnly());
        }
    }

    @Test
    void shouldTakeUnknownBridgeLevelsForTheNextLowerOne() {
        RecordingTarget target = RecordingTarget.withThreshold(Levels.ALL);
        MillraceLogger logger = target.newLogger("a");

        IntStream.of(Integer.MIN_VALUE, -1, 5, 15, 29, 41, Integer.MAX_VALUE)
                .forEach(level -> logger.log(null, "some.Bridge", level, "x", null, null));

        assertThat(target.calls())
                .extracting(Call::level)
                .containsExactly(
                        Levels.TRACE,
                        Levels.TRACE,
                        Levels.TRACE,
                        Levels.DEBUG,
                        Levels.INFO,
                        Levels.ERROR,
                        Levels.ERROR);
    }

    @Test
    void shouldCheckTheLevelOfBridges() {
        RecordingTarget target = RecordingTarget.withThreshold(Levels.WARN);

        target.newLogger("a").log(null, "some.Bridge", Levels.INFO, "x", null, null);

        assertThat(target.calls()).isEmpty();
    }

    @Test
    void i4_shouldPassTheGivenArrayOnWithoutACopy() {
        RecordingTarget target = RecordingTarget.withThreshold(Levels.INFO);
        Object[] given = {1, 2, 3};

        target.newLogger("a").info("{} {} {}", given);

        assertThat(target.takeOnly().args()).isSameAs(given);
    }

    @Test
    void shouldTreatNullLevelsAsDisabled() {
        RecordingTarget target = RecordingTarget.withThreshold(Levels.ALL);
        Logger logger = target.newLogger("a");

        logger.atLevel(null).log("x");
        logger.makeLoggingEventBuilder(null).log("x");

        assertThat(logger.isEnabledForLevel(null)).isFalse();
        assertThat(target.calls()).isEmpty();
    }

    @Test
    void i9_shouldLogWhenAMarkerCannotBePrinted() {
        RecordingTarget target = RecordingTarget.withThreshold(Levels.INFO);

        target.newLogger("a").info(HostileMarker.make(), "x");

        assertThat(target.takeOnly().markers()).containsExactly(ForeignCode.FAILED_TO_STRING);
    }

    @Test
    void i9_shouldKeepTheInterruptFlag() {
        RecordingTarget target = RecordingTarget.withCaller();
        Thread.currentThread().interrupt();

        target.newLogger("a").info(MARKER, "x");

        assertThat(Thread.interrupted()).isTrue();
    }

    private static void assertSame(Call ours, ILoggingEvent theirs) {
        assertThat(ours.logger()).isEqualTo(theirs.getLoggerName());
        assertThat(ours.level())
                .isEqualTo(theirs.getLevel().toInt() / 1000 - (theirs.getLevel().toInt() == 5000 ? 5 : 0));
        assertThat(ours.message()).isEqualTo(theirs.getFormattedMessage());
        assertThat(ours.markers()).isEqualTo(Logback.markers(theirs));
        assertThat(ours.throwable())
                .isSameAs(
                        theirs.getThrowableProxy() == null
                                ? null
                                : ((ThrowableProxy) theirs.getThrowableProxy()).getThrowable());
    }

    private static Object[] randomArguments(Method method, Random random) {
        List<Object> given = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
            if (type == Marker.class) {
                given.add(random.nextInt(4) == 0 ? null : MARKER);
            } else if (type == String.class) {
                given.add(pick(random, TEMPLATES));
            } else if (type == Throwable.class) {
                given.add(random.nextInt(4) == 0 ? null : THROWN);
            } else if (type == Object[].class) {
                given.add(random.nextInt(6) == 0 ? null : randomObjects(random, random.nextInt(6)));
            } else {
                given.add(pick(random, OBJECTS));
            }
        }
        return given.toArray();
    }

    private static Object[] randomObjects(Random random, int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> pick(random, OBJECTS))
                .toArray();
    }

    private static <T> T pick(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }
}
