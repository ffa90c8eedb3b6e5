package dev.millrace.layout;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.LoggerContextVO;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
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
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
        StackTraceElement caller) {
    static final long BIRTH_MILLIS = 1_700_000_000_000L;

    /** A place where samples are captured. */
    static final class Capture {
        private final Dictionary dictionary = Dictionary.inMemory();
        private final EventCapture capture = new EventCapture(dictionary, new EventClock(), 1 << 20);
        private final LogEvent event = new LogEvent(dictionary);

        /** The sample as it is read back; valid until the next one. */
        LogEvent of(Sample sample) {
            EventDetails details = new EventDetails(
                    sample.markers, sample.keys, sample.values, sample.caller, sample.micros, sample.thread);
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

    LoggingEvent ofLogback() {
        LoggingEvent event = new LoggingEvent();
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
            markers.forEach(name -> event.addMarker(factory.getDetachedMarker(name)));
        }
        for (int i = 0; keys != null && i < keys.size(); i++) {
            event.addKeyValuePair(new KeyValuePair(keys.get(i), values.get(i)));
        }
        event.setCallerData(caller == null ? new StackTraceElement[0] : new StackTraceElement[] {caller});
        event.setLoggerContextRemoteView(new LoggerContextVO("samples", Map.of(), BIRTH_MILLIS));
        return event;
    }
}
