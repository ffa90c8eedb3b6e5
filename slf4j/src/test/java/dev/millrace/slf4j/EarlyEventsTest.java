package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.event.DefaultLoggingEvent;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.SubstituteLogger;

@Timeout(60)
class EarlyEventsTest {
    private final RecordingTarget target = RecordingTarget.withCaller();
    private final LinkedBlockingQueue<SubstituteLoggingEvent> queue = new LinkedBlockingQueue<>();
    private final SubstituteLogger early = new SubstituteLogger("com.example.Early", queue, false);

    @Test
    void shouldReplayWithTimeThreadAndEverythingElse() throws Exception {
        Throwable thrown = new IllegalStateException("boom");
        Marker marker = new BasicMarkerFactory().getMarker("AUDIT");
        long beforeMillis = System.currentTimeMillis();
        Thread thread = new Thread(() -> early.warn(marker, "a {} b {}", 1, 2, thrown), "early-thread");
        thread.start();
        thread.join();
        long afterMillis = System.currentTimeMillis();

        replay();

        Call call = target.takeOnly();
        assertThat(call.logger()).isEqualTo("com.example.Early");
        assertThat(call.level()).isEqualTo(Levels.WARN);
        assertThat(call.message()).isEqualTo("a 1 b 2");
        assertThat(call.throwable()).isSameAs(thrown);
        assertThat(call.markers()).containsExactly("AUDIT");
        assertThat(call.details().threadName()).isEqualTo("early-thread");
        assertThat(call.details().timestampMicros()).isBetween(beforeMillis * 1000, afterMillis * 1000);
        assertThat(call.caller()).as("its statement is not on the stack").isNull();
    }

    @Test
    void shouldGiveTheMdcOnlyToEventsOfTheSameThread() throws Exception {
        MillraceMdcAdapter mdc = new MillraceMdcAdapter(map -> new byte[1]);
        mdc.put("user", "of the replaying thread");
        Thread thread = new Thread(() -> early.info("elsewhere"), "early-thread");
        thread.start();
        thread.join();
        early.info("here");

        early.setDelegate(target.newLogger("com.example.Early", mdc));
        queue.forEach(early::log);

        assertThat(target.calls()).extracting(call -> call.mdc() != null).containsExactly(false, true);
        assertThat(target.calls().get(1).details().threadName()).isNull();
    }

    @Test
    void shouldReplayFluentEventsOfBuildersThatWereStartedEarly() {
        early.atInfo().addKeyValue("k", 1).log("fluent {}", 2);

        replay();

        assertThat(target.takeOnly().message()).endsWith("fluent 2");
    }

    @Test
    void shouldLogEventsOfSlf4jsOwnBuilderWithAllTheirParts() {
        Object value = new Object();
        MillraceLogger logger = target.newLogger("a");
        DefaultLoggingEvent event = new DefaultLoggingEvent(Level.ERROR, logger);
        event.setMessage("x {} {} {}");
        event.addArguments(1, "b", null);
        event.addKeyValue("k", value);
        event.addKeyValue("k", null);
        event.addMarker(null);

        logger.log(event);

        Call call = target.takeOnly();
        assertThat(call.level()).isEqualTo(Levels.ERROR);
        assertThat(call.message()).isEqualTo("x 1 b null");
        assertThat(call.keys()).containsExactly("k", "k");
        assertThat(call.values()).containsExactly(value, null);
        assertThat(call.markers()).isEmpty();
        assertThat(call.details().timestampMicros()).isZero();
        assertThat(call.details().threadName()).isNull();
    }

    @Test
    void shouldKeepThePastOfAnEventAndNotItsFuture() {
        MillraceLogger logger = target.newLogger("a");
        long tomorrowMillis = System.currentTimeMillis() + 86_400_000;
        for (long millis : new long[] {1, tomorrowMillis, Long.MAX_VALUE}) {
            DefaultLoggingEvent event = new DefaultLoggingEvent(Level.INFO, logger);
            event.setTimeStamp(millis);
            logger.log(event);
        }

        List<Long> micros = target.calls().stream()
                .map(call -> call.details().timestampMicros())
                .toList();
        assertThat(micros.get(0)).isEqualTo(1000);
        assertThat(micros.subList(1, 3)).allMatch(at -> at > 1000 && at < tomorrowMillis * 1000);
    }

    @Test
    void i9_shouldLogTheFailureOfAnEventThatDoesNotAnswer() {
        MillraceLogger logger = target.newLogger("a");
        LoggingEvent hostile = new DefaultLoggingEvent(Level.INFO, logger) {
            @Override
            public List<Marker> getMarkers() {
                throw new IllegalStateException("no markers");
            }
        };

        logger.log(hostile);
        logger.log((LoggingEvent) null);

        assertThat(target.calls()).extracting(Call::message).containsOnly(ForeignEvent.FAILED_EVENT);
        assertThat(target.calls().get(0).thrown()).hasMessage("no markers");
        assertThat(target.calls().get(1).thrown()).isInstanceOf(NullPointerException.class);
    }

    /** Kotlin and others throw what Java would have declared. */
    @Test
    void i9_shouldLogWhateverAnEventThrows() {
        MillraceLogger logger = target.newLogger("a");
        List<Throwable> failures =
                List.of(new IOException("checked"), new AssertionError("error"), new StackOverflowError("deep"));
        for (Throwable failure : failures) {
            logger.log(new DefaultLoggingEvent(Level.INFO, logger) {
                @Override
                public String getMessage() {
                    throw EarlyEventsTest.<RuntimeException>unchecked(failure);
                }
            });
        }

        assertThat(target.calls()).extracting(Call::message).containsOnly(ForeignEvent.FAILED_EVENT);
        assertThat(target.calls()).extracting(Call::thrown).isEqualTo(failures);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T unchecked(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    void shouldBeCalledWhatLogbackCallsIt() {
        assertThat(target.newLogger("com.acme.Shop"))
                .hasToString(new Logback(ch.qos.logback.classic.Level.INFO)
                        .logger("com.acme.Shop")
                        .toString());
    }

    @Test
    void shouldReplayThroughSlf4jItself() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dslf4j.provider=" + LoggingProvider.class.getName(),
                        Main.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(printed.lines())
                .containsExactly(
                        "com.example.Early 20 logged while starting 1, own time true, mdc null",
                        "com.example.Early 30 same logger later 2, own time false, mdc {user=42}",
                        "com.example.Main 20 after 3, own time false, mdc {user=42}");
    }

    private void replay() {
        early.setDelegate(target.newLogger("com.example.Early"));
        assertThat(early.isDelegateEventAware()).isTrue();
        queue.forEach(early::log);
    }

    /** A provider whose start logs, as that of an engine does which uses a library that logs. */
    public static final class LoggingProvider implements org.slf4j.spi.SLF4JServiceProvider {
        static final RecordingTarget TARGET = RecordingTarget.withThreshold(Levels.INFO);
        static Logger early;

        private final MillraceMdcAdapter mdc =
                new MillraceMdcAdapter(map -> map.toString().getBytes(StandardCharsets.UTF_8));
        private MillraceLoggerFactory loggers;

        @Override
        public void initialize() {
            early = LoggerFactory.getLogger("com.example.Early");
            early.info("logged while starting {}", 1);
            loggers = new MillraceLoggerFactory(TARGET, mdc);
        }

        @Override
        public org.slf4j.ILoggerFactory getLoggerFactory() {
            return loggers;
        }

        @Override
        public org.slf4j.IMarkerFactory getMarkerFactory() {
            return new BasicMarkerFactory();
        }

        @Override
        public org.slf4j.spi.MDCAdapter getMDCAdapter() {
            return mdc;
        }

        @Override
        public String getRequestedApiVersion() {
            return "2.0.99";
        }
    }

    /** The forked application. */
    public static final class Main {
        private Main() {}

        public static void main(String[] args) {
            Logger logger = LoggerFactory.getLogger("com.example.Main");
            MDC.put("user", "42");
            LoggingProvider.early.warn("same logger later {}", 2);
            logger.info("after {}", 3);
            for (Call call : LoggingProvider.TARGET.calls()) {
                System.out.println(call.logger() + " " + call.level() + " " + call.message() + ", own time "
                        + (call.details() != null && call.details().timestampMicros() > 0) + ", mdc "
                        + (call.mdc() == null ? null : new String(call.mdc(), StandardCharsets.UTF_8)));
            }
        }
    }
}
