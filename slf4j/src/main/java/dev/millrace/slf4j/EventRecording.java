package dev.millrace.slf4j;

import dev.millrace.core.LevelWish;
import dev.millrace.event.EventDetails;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.slf4j.MDC;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.helpers.MessageFormatter;

/**
 * Keeps the events of a logger, and of those below it, until it is closed: for tests. An event is here when its log
 * call returns. Made by {@link MillraceLoggerFactory#record}. Thread-safe.
 *
 * @since 0.1.0
 */
public final class EventRecording implements AutoCloseable {
    private final LevelWish wish;
    private final EventTarget target;
    private final List<LoggedEvent> events = Collections.synchronizedList(new ArrayList<>());

    EventRecording(LevelWish wish, EventTarget target) {
        this.wish = wish;
        this.target = target;
    }

    LevelWish wish() {
        return wish;
    }

    /** The events so far, oldest first: a copy. */
    public List<LoggedEvent> events() {
        return List.copyOf(events);
    }

    /** Forgets the events so far. */
    public void clear() {
        events.clear();
    }

    /** Keeps no more events, and gives the loggers their levels back. What was kept can still be read. Idempotent. */
    @Override
    public void close() {
        target.stop(this);
    }

    void add(LoggedEvent event) {
        events.add(event);
    }

    /**
     * What recordings keep of a call. Arguments that may run code of the application are replaced by their texts in {@code
     * args}: it runs once, as without a recording, and what the sinks get is what the recordings have.
     */
    static LoggedEvent event(
            String logger,
            int level,
            String template,
            Object[] args,
            Throwable thrown,
            byte[] mdc,
            EventDetails details) {
        Map<String, String> context = mdc == null ? null : MDC.getCopyOfContextMap();
        int count = args.length;
        Throwable cause = thrown;
        // A throwable that ends the arguments is the event's, unless another one is.
        if (count > 0 && args[count - 1] instanceof Throwable last && (thrown == null || thrown == last)) {
            cause = last;
            count--;
        }
        Object[] arguments = Arrays.copyOf(args, count);
        int printed = thrown == null ? count : args.length;
        for (int i = 0; i < printed; i++) {
            Object value = args[i];
            // Chars and bytes stay what they are: redaction looks into them.
            if (value != null
                    && !(value instanceof String
                            || value instanceof Number
                            || value instanceof char[]
                            || value instanceof byte[])) {
                args[i] = MessageFormatter.basicArrayFormat("{}", new Object[] {value});
            }
        }
        return new LoggedEvent(
                time(details),
                Level.intToLevel(level),
                logger,
                details == null || details.threadName() == null
                        ? Thread.currentThread().getName()
                        : details.threadName(),
                template,
                Collections.unmodifiableList(Arrays.asList(arguments)),
                MessageFormatter.basicArrayFormat(template, Arrays.copyOf(args, printed)),
                cause,
                context == null ? Map.of() : Collections.unmodifiableMap(context),
                details == null || details.markers() == null ? List.of() : List.copyOf(details.markers()),
                keyValues(details));
    }

    private static Instant time(EventDetails details) {
        return details == null || details.timestampMicros() == 0
                ? Instant.now()
                : Instant.EPOCH.plus(details.timestampMicros(), ChronoUnit.MICROS);
    }

    private static List<KeyValuePair> keyValues(EventDetails details) {
        if (details == null || details.keys() == null) {
            return List.of();
        }
        List<KeyValuePair> pairs = new ArrayList<>();
        for (int i = 0; i < details.keys().size(); i++) {
            pairs.add(new KeyValuePair(details.keys().get(i), details.values().get(i)));
        }
        return Collections.unmodifiableList(pairs);
    }
}
