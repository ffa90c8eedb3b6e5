package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import dev.millrace.core.Nodes;
import dev.millrace.event.Levels;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.DefaultLoggingEvent;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.LoggingEventBuilder;

class MillraceEventBuilderTest {
    private static final BasicMarkerFactory MARKERS = new BasicMarkerFactory();
    private static final Throwable THROWN = new IllegalStateException("boom");

    private final RecordingTarget target = RecordingTarget.withThreshold(Levels.ALL);

    @Test
    void shouldLogWhatLogbackLogsForRandomChains() {
        Random random = new Random(20);
        Logback logback = new Logback(ch.qos.logback.classic.Level.TRACE);

        for (int round = 0; round < 4000; round++) {
            Level level = Level.values()[random.nextInt(5)];
            List<Consumer<LoggingEventBuilder>> chain = randomChain(random);

            LoggingEventBuilder ours = target.newLogger("a").makeLoggingEventBuilder(level);
            LoggingEventBuilder theirs = logback.logger("a").makeLoggingEventBuilder(level);
            chain.forEach(step -> step.accept(ours));
            chain.forEach(step -> step.accept(theirs));

            assertSame(target.calls(), logback.events(), level);
            target.clear();
            logback.events().clear();
        }
    }

    @Test
    void shouldLogWhateverTheLevelWhenABuilderWasAskedForAsLogbackDoes() {
        RecordingTarget errorsOnly = RecordingTarget.withThreshold(Levels.ERROR);
        Logback logback = new Logback(ch.qos.logback.classic.Level.ERROR);

        errorsOnly.newLogger("a").makeLoggingEventBuilder(Level.DEBUG).log("x");
        logback.logger("a").makeLoggingEventBuilder(Level.DEBUG).log("x");

        assertThat(errorsOnly.calls()).hasSize(1);
        assertThat(logback.events()).hasSize(1);
    }

    @Test
    void shouldKeepKeyValuesWithOrderTypesAndDuplicates() {
        Object value = new Object();

        target.newLogger("a")
                .atInfo()
                .addKeyValue("n", 1)
                .addKeyValue("o", value)
                .addKeyValue("n", "again")
                .addKeyValue("s", (Supplier<Object>) () -> 2.5)
                .addKeyValue(null, (Object) null)
                .log("x");

        Call call = target.takeOnly();
        assertThat(call.keys()).containsExactly("n", "o", "n", "s", null);
        assertThat(call.values()).containsExactly(1, value, "again", 2.5, null);
    }

    @Test
    @SuppressWarnings("deprecation") // of Marker.add: references still exist and are printed
    void shouldKeepAllMarkersWithTheirReferences() {
        Marker outer = MARKERS.getDetachedMarker("OUTER");
        outer.add(MARKERS.getDetachedMarker("INNER"));

        target.newLogger("a")
                .atInfo()
                .addMarker(outer)
                .addMarker(null)
                .addMarker(MARKERS.getMarker("B"))
                .log("x");

        assertThat(target.takeOnly().markers()).containsExactly("OUTER [ INNER ]", "B");
    }

    @Test
    void shouldEvaluateSuppliersAsTheyAreGivenAndOnlyWhenEnabled() {
        List<String> order = new ArrayList<>();
        RecordingTarget infos = RecordingTarget.withThreshold(Levels.INFO);

        LoggingEventBuilder builder = infos.newLogger("a").atInfo().addArgument(() -> order.add("argument"));
        order.add("between");
        builder.log(() -> order.add("message") ? "m {}" : null);
        infos.newLogger("a").atDebug().addArgument(() -> order.add("never")).log(() -> order.add("never") ? "" : null);

        assertThat(order).containsExactly("argument", "between", "message");
        assertThat(infos.takeOnly().message()).isEqualTo("m true");
    }

    @Test
    void shouldNotWriteIntoTheCallersArray() {
        Object[] given = {1, 2, 3};
        LoggingEventBuilder builder = target.newLogger("a").atInfo();

        builder.log("{} {} {} {}", given);
        builder.addArgument("four").log();

        assertThat(given).containsExactly(1, 2, 3);
        assertThat(target.calls().get(0).args()).isSameAs(given);
        assertThat(target.calls().get(1).message()).isEqualTo("1 2 3 four");
    }

    @Test
    void shouldAcceptAnArrayOfStringsAndThenOtherThings() {
        String[] given = {"a", "b"};
        LoggingEventBuilder builder = target.newLogger("a").atInfo();

        builder.log("{} {} {}", (Object[]) given);
        builder.addArgument(3).log();

        assertThat(target.calls().get(1).message()).isEqualTo("a b 3");
    }

    @Test
    void i9_shouldLogWhenSuppliersThrowOrAreMissing() {
        Supplier<String> failing = () -> {
            throw new IllegalStateException("no value");
        };
        Supplier<Object> overflowing = () -> overflow(1);

        target.newLogger("a")
                .atInfo()
                .addArgument(failing)
                .addArgument((Supplier<?>) null)
                .addKeyValue("k", overflowing)
                .addKeyValue("n", (Supplier<Object>) null)
                .log("{} {}");
        Call call = target.takeOnly();
        target.newLogger("a").atInfo().setMessage(failing).log();
        target.newLogger("a").atInfo().log((Supplier<String>) null);
        target.newLogger("a").atInfo().log("x", (Object[]) null);

        assertThat(call.message()).isEqualTo(ForeignCode.FAILED_GET + " null");
        assertThat(call.values()).containsExactly(ForeignCode.FAILED_GET, null);
        assertThat(target.calls()).extracting(Call::message).containsExactly(ForeignCode.FAILED_GET, null, "x");
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void i9_shouldLogWhenARawSupplierGivesNoString() {
        target.newLogger("a").atInfo().log((Supplier) () -> 42);

        assertThat(target.takeOnly().message()).isEqualTo("42");
    }

    @Test
    void i9_shouldLogWhenAMarkerCannotBePrinted() {
        target.newLogger("a").atInfo().addMarker(HostileMarker.make()).log("x");

        assertThat(target.takeOnly().markers()).containsExactly(ForeignCode.FAILED_TO_STRING);
    }

    private static int overflow(int depth) {
        return overflow(depth + 1) + 1;
    }

    private static List<Consumer<LoggingEventBuilder>> randomChain(Random random) {
        List<Consumer<LoggingEventBuilder>> chain = new ArrayList<>();
        int logs = 1 + random.nextInt(2);
        while (logs > 0) {
            IntStream.range(0, random.nextInt(6)).forEach(step -> chain.add(randomStep(random)));
            chain.add(randomLog(random));
            logs--;
        }
        return chain;
    }

    @SuppressWarnings("CheckReturnValue")
    private static Consumer<LoggingEventBuilder> randomStep(Random random) {
        Object value = randomValue(random);
        String template = randomTemplate(random);
        Marker marker = random.nextInt(5) == 0 ? null : MARKERS.getMarker("M" + random.nextInt(3));
        String key = "k" + random.nextInt(3);
        return switch (random.nextInt(8)) {
            case 0 -> builder -> builder.addArgument(value);
            case 1 -> builder -> builder.addArgument((Supplier<?>) () -> value);
            case 2 -> builder -> builder.addKeyValue(key, value);
            case 3 -> builder -> builder.addKeyValue(key, (Supplier<Object>) () -> value);
            case 4 -> builder -> builder.addMarker(marker);
            case 5 -> builder -> builder.setMessage(template);
            case 6 -> builder -> builder.setMessage((Supplier<String>) () -> template);
            default -> builder -> builder.setCause(value instanceof Throwable thrown ? thrown : null);
        };
    }

    @Test
    void shouldCaptureNothingThatNoSinkTakes() {
        RecordingTarget target = RecordingTarget.withThreshold(Levels.DEBUG);
        MillraceLogger logger = new MillraceLogger(
                Nodes.takenFrom("a", Levels.DEBUG, Levels.INFO), target, new MillraceMdcAdapter(), new MarkerTexts());

        assertThat(logger.isDebugEnabled()).isTrue();
        logger.atDebug().log("in vain");
        logger.log(new DefaultLoggingEvent(Level.DEBUG, logger));
        assertThat(target.calls()).isEmpty();

        logger.atInfo().log("taken");
        assertThat(target.takeOnly().message()).isEqualTo("taken");
    }

    private static Consumer<LoggingEventBuilder> randomLog(Random random) {
        String template = randomTemplate(random);
        Object first = randomValue(random);
        Object second = randomValue(random);
        Object[] more = IntStream.range(0, random.nextInt(5))
                .mapToObj(index -> randomValue(random))
                .toArray();
        return switch (random.nextInt(6)) {
            case 0 -> LoggingEventBuilder::log;
            case 1 -> builder -> builder.log(template);
            case 2 -> builder -> builder.log(template, first);
            case 3 -> builder -> builder.log(template, first, second);
            case 4 -> builder -> builder.log(template, more);
            default -> builder -> builder.log((Supplier<String>) () -> template);
        };
    }

    private static Object randomValue(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> random.nextInt();
            case 2 -> THROWN;
            case 3 -> List.of("a", "b");
            default -> "text" + random.nextInt(100);
        };
    }

    private static String randomTemplate(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> "plain";
            case 2 -> "\\{} {}";
            default -> "t {}".repeat(random.nextInt(5));
        };
    }

    private static void assertSame(List<Call> ours, List<ILoggingEvent> theirs, Level level) {
        assertThat(ours).hasSameSizeAs(theirs);
        for (int index = 0; index < ours.size(); index++) {
            Call call = ours.get(index);
            ILoggingEvent event = theirs.get(index);
            List<KeyValuePair> pairs = event.getKeyValuePairs() == null ? List.of() : event.getKeyValuePairs();
            assertThat(call.level()).isEqualTo(level.toInt());
            if (index == ours.size() - 1) {
                // Both builders go on filling the same lists: what an event had when it was logged is gone by now.
                assertThat(call.keys())
                        .isEqualTo(pairs.stream().map(pair -> pair.key).toList());
                assertThat(call.values())
                        .isEqualTo(pairs.stream().map(pair -> pair.value).toList());
            }
            assertThat(call.markers()).isEqualTo(Logback.markers(event));
            assertThat(call.throwable())
                    .isSameAs(
                            event.getThrowableProxy() == null
                                    ? null
                                    : ((ThrowableProxy) event.getThrowableProxy()).getThrowable());
            assertThat(call.message()).isEqualTo(event.getFormattedMessage());
        }
    }
}
