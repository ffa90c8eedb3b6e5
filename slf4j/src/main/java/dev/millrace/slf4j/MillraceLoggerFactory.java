package dev.millrace.slf4j;

import dev.millrace.core.LevelWish;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.event.Levels;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Millrace's loggers by name. Thread-safe.
 *
 * <p>An application that wants its log complete at a certain point closes the factory:
 * {@code ((AutoCloseable) LoggerFactory.getILoggerFactory()).close()}.
 *
 * @since 0.1.0
 */
public final class MillraceLoggerFactory implements ILoggerFactory, AutoCloseable {
    private final ConcurrentMap<String, MillraceLogger> loggers = new ConcurrentHashMap<>();
    private final EventTarget target;
    private final MillraceMdcAdapter mdc;
    private final MarkerTexts markers = new MarkerTexts();
    // Made when a call asks first, and again when a reload has changed the filters.
    private volatile TurboChain turbo;

    MillraceLoggerFactory(EventTarget target, MillraceMdcAdapter mdc) {
        this.target = target;
        this.mdc = mdc;
    }

    /**
     * The logger of that name, always the same one; "root" in any case is the root logger.
     *
     * @throws IllegalArgumentException when {@code name} is null
     */
    @Override
    public Logger getLogger(String name) {
        if (name == null) {
            throw new IllegalArgumentException("logger name is null");
        }
        MillraceLogger logger = loggers.get(name);
        return logger != null ? logger : makeLogger(name);
    }

    private Logger makeLogger(String name) {
        if (name.equalsIgnoreCase(Logger.ROOT_LOGGER_NAME) && !name.equals(Logger.ROOT_LOGGER_NAME)) {
            return getLogger(Logger.ROOT_LOGGER_NAME);
        }
        MillraceLogger made = new MillraceLogger(target.logger(name), target, mdc, markers, this);
        MillraceLogger earlier = loggers.putIfAbsent(name, made);
        return earlier != null ? earlier : made;
    }

    /** The turbo filters of the moment. */
    TurboChain turboChain() {
        TurboChain current = turbo;
        return current != null && current.isOf(target.turboFilters()) ? current : renewTurboChain();
    }

    private synchronized TurboChain renewTurboChain() {
        List<TurboFilterPlan> plans = target.turboFilters();
        if (turbo == null) {
            turbo = new TurboChain(plans, mdc);
        } else if (!turbo.isOf(plans)) {
            turbo = turbo.changed(plans, mdc);
        }
        return turbo;
    }

    /** The last 500 of Millrace's messages about itself, oldest first, a line each: its time, severity, code and text. */
    public List<String> statuses() {
        return target.statuses();
    }

    /**
     * Keeps the events of a logger and of those below it, for tests; the configured sinks get them as well.
     *
     * @param logger a logger's name; {@code ROOT} for all
     * @param from the lowest level that is kept, and until the recording is closed the highest that these loggers have;
     *     null for what the configuration says
     * @throws IllegalArgumentException when {@code logger} is null
     */
    public EventRecording record(String logger, Level from) {
        EventRecording recording = new EventRecording(
                new LevelWish(getLogger(logger).getName(), from == null ? Levels.OFF : from.toInt()), target);
        target.record(recording);
        return recording;
    }

    /**
     * Writes what was logged so far and stops; waits for at most {@code millrace.shutdown.timeout}, what remains then
     * is written at the next start. Idempotent. Loggers may still be called afterwards.
     */
    @Override
    public void close() {
        target.close();
    }
}
