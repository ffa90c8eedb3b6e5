package dev.millrace.layout;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.LoggerContextVO;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import dev.millrace.event.CaptureOptions;
import dev.millrace.event.Dictionary;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventDetails;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.LogEvent;
import dev.millrace.event.MdcSnapshot;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.helpers.BasicMarkerFactory;

/** One log call, as an event of Logback's and as one of ours. */
record Sample(
        int level,
        String logger,
        String thread,
        long micros,
        String template,
        Object[] args,
        Throwable thrown,
        Map<String, String> mdc,
        List<String> markers,
        List<String> keys,
        List<Object> values,
        List<StackTraceElement> callers) {
    static final String CONTEXT = "samples";
    static final Map<String, String> PROPERTIES = Map.of("app", "shop", "empty", "", "sp ace", "é\n");
    static final long FIRST_NUMBER = 1_000;
    static final long BIRTH_MILLIS = 1_700_000_000_000L;

    /** A place where samples are captured. */
    static final class Capture {
        private final Dictionary dictionary = Dictionary.inMemory();
        private final EventCapture capture =
                new EventCapture(dictionary, new EventClock(), 1 << 20, new CaptureOptions(true, false));
        private final LogEvent event = new LogEvent(dictionary);

        private long count;

        /** Samples captured so far: the number of the last one. */
        long count() {
            return count;
        }

        /** The sample as it is read back; valid until the next one. */
        LogEvent of(Sample sample) {
            count++;
            EventDetails details = new EventDetails(
                    sample.markers,
                    sample.keys,
                    sample.values,
                    sample.callers.isEmpty() ? null : sample.callers.get(0),
                    sample.micros,
                    sample.thread,
                    sample.callers.size() < 2 ? null : sample.callers.subList(1, sample.callers.size()));
            EventEncoder encoder = capture.encode(
                    dictionary.idOfRepeating(sample.logger),
                    sample.logger,
                    sample.level,
                    1,
                    sample.template,
                    sample.args == null ? 0 : sample.args.length,
                    null,
                    null,
                    sample.args,
                    sample.thrown,
                    MdcSnapshot.encode(sample.mdc),
                    details);
            byte[] bytes = Arrays.copyOf(encoder.bytes(), encoder.length());
            capture.release(encoder);
            if (!event.wrap(bytes, 0, bytes.length)) {
                throw new AssertionError("not readable: " + sample);
            }
            return event;
        }
    }

    /** What both layouts know of their surroundings. */
    static LayoutContext context(List<String> problems) {
        return context(Map.of(), false, problems);
    }

    static LayoutContext context(Map<String, String> converters, boolean ansi, List<String> problems) {
        return new LayoutContext(
                BIRTH_MILLIS * 1000,
                System.lineSeparator(),
                CONTEXT,
                PROPERTIES,
                converters,
                LogbackLayout.TESTS,
                false,
                ansi,
                true,
                FIRST_NUMBER,
                TimeZone.getDefault(),
                Locale.getDefault(),
                (key, text) -> problems.add(key + ": " + text));
    }

    /** The event of Logback's that {@link Capture#of} makes of the same sample at the {@code number}-th call. */
    LoggingEvent ofLogback(long number) {
        LoggingEvent event = new LoggingEvent();
        event.setSequenceNumber(number);
        event.setLevel(Level.convertAnSLF4JLevel(org.slf4j.event.Level.intToLevel(level)));
        event.setLoggerName(logger);
        event.setThreadName(thread);
        event.setInstant(Instant.EPOCH.plusNanos(TimeUnit.MICROSECONDS.toNanos(micros)));
        event.setMessage(template);
        if (args != null) {
            event.setArgumentArray(args);
        }
        if (thrown != null) {
            event.setThrowableProxy(new ThrowableProxy(thrown));
        }
        event.setMDCPropertyMap(mdc);
        if (markers != null) {
            BasicMarkerFactory factory = new BasicMarkerFactory();
            for (String text : markers) {
                event.addMarker(marker(text, factory));
            }
        }
        for (int i = 0; keys != null && i < keys.size(); i++) {
            event.addKeyValuePair(new KeyValuePair(keys.get(i), values.get(i)));
        }
        event.setCallerData(callers.toArray(new StackTraceElement[0]));
        event.setLoggerContextRemoteView(new LoggerContextVO(CONTEXT, PROPERTIES, BIRTH_MILLIS));
        return event;
    }

    /** A marker that prints this text: a name, and its references in {@code [ a, b ]} behind it. */
    @SuppressWarnings("deprecation") // What it adds is what is rendered.
    private static Marker marker(String text, BasicMarkerFactory factory) {
        int open = text.indexOf(" [ ");
        if (open < 0 || !text.endsWith(" ]")) {
            return factory.getDetachedMarker(text);
        }
        Marker marker = factory.getDetachedMarker(text.substring(0, open));
        for (String reference : text.substring(open + 3, text.length() - 2).split(", ")) {
            marker.add(factory.getDetachedMarker(reference));
        }
        return marker;
    }
}
