package dev.millrace.layout;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.boolex.ExceptionMatchEvaluator;
import ch.qos.logback.classic.boolex.OnErrorEvaluator;
import ch.qos.logback.classic.boolex.OnMarkerEvaluator;
import ch.qos.logback.classic.boolex.StubEventEvaluator;
import ch.qos.logback.classic.pattern.LocalSequenceNumberConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.CoreConstants;
import ch.qos.logback.core.boolex.EventEvaluator;
import ch.qos.logback.core.pattern.DynamicConverter;
import dev.millrace.event.LogEvent;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Logback's own PatternLayout: the oracle. */
final class LogbackLayout {
    /** The tests that {@link #EVALUATORS} are. */
    static final Map<String, Predicate<LogEvent>> TESTS = Map.of(
            "onError", EventTests.onError(),
            "onMarker", EventTests.onMarker(List.of("AUDIT", "none")),
            "onThrowable", EventTests.onThrowable("java.lang.illegalStateException"),
            "onNothing", EventTests.onMarker(List.of()));

    private static final Map<String, EventEvaluator<ILoggingEvent>> EVALUATORS = new HashMap<>();
    private static final LoggerContext CONTEXT = new LoggerContext();

    static {
        OnMarkerEvaluator onMarker = new OnMarkerEvaluator();
        onMarker.addMarker("AUDIT");
        onMarker.addMarker("none");
        ExceptionMatchEvaluator onThrowable = new ExceptionMatchEvaluator();
        onThrowable.setExceptionClass("java.lang.illegalStateException");
        EVALUATORS.put("onError", new OnErrorEvaluator());
        EVALUATORS.put("onMarker", onMarker);
        EVALUATORS.put("onThrowable", onThrowable);
        EVALUATORS.put("onNothing", new StubEventEvaluator());
        for (EventEvaluator<ILoggingEvent> evaluator : EVALUATORS.values()) {
            evaluator.setContext(CONTEXT);
            evaluator.start();
        }
        CONTEXT.putObject(CoreConstants.EVALUATOR_MAP, EVALUATORS);
    }

    private final ch.qos.logback.classic.PatternLayout layout = new ch.qos.logback.classic.PatternLayout();

    LogbackLayout(String pattern) {
        this(pattern, Map.of());
    }

    /** {@code further} are conversion words beyond Logback's own. */
    @SuppressWarnings("rawtypes") // Logback's own signature.
    LogbackLayout(String pattern, Map<String, Supplier<DynamicConverter>> further) {
        layout.setContext(CONTEXT);
        layout.setPattern(pattern);
        layout.getInstanceConverterMap().put("lsn", LogbackLayout::localNumbers);
        layout.getInstanceConverterMap().putAll(further);
        try {
            layout.start();
        } catch (RuntimeException e) {
            // Not started: the layout prints nothing, as after errors that are told to the status manager.
        }
        CONTEXT.getStatusManager().clear();
    }

    /** Starts with a number that is known, and not with the time. */
    @SuppressWarnings("rawtypes")
    private static DynamicConverter localNumbers() {
        LocalSequenceNumberConverter converter = new LocalSequenceNumberConverter();
        try {
            Field number = LocalSequenceNumberConverter.class.getDeclaredField("sequenceNumber");
            number.setAccessible(true);
            ((AtomicLong) number.get(converter)).set(Sample.FIRST_NUMBER);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
        return converter;
    }

    /** Whether the pattern could be read. */
    boolean started() {
        return layout.isStarted();
    }

    byte[] render(ILoggingEvent event) {
        return layout.doLayout(event).getBytes(StandardCharsets.UTF_8);
    }
}
