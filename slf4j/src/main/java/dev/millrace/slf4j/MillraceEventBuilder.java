package dev.millrace.slf4j;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Marker;
import org.slf4j.spi.CallerBoundaryAware;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Collects one event of the fluent API; the only object that such a call allocates unless it has markers, key–value
 * pairs or more than two arguments. Suppliers are evaluated as they are given.
 *
 * <p>Like SLF4J's own builder it keeps what it collected when it logs more than once. Not thread-safe.
 */
final class MillraceEventBuilder implements LoggingEventBuilder, CallerBoundaryAware {
    private static final String BOUNDARY = MillraceEventBuilder.class.getName();

    private final MillraceLogger logger;
    private final int level;

    private String boundary = BOUNDARY;
    private String message;
    private Throwable thrown;
    private List<Marker> markers;
    private List<String> keys;
    private List<Object> values;

    private int argCount;
    private Object arg0;
    private Object arg1;

    /** All arguments once there are more than two; else null. May be the caller's: written to only beyond its end. */
    private Object[] args;

    MillraceEventBuilder(MillraceLogger logger, int level) {
        this.logger = logger;
        this.level = level;
    }

    /** Has what the fluent API uses loaded: the jar may have been replaced before the first call of it. */
    static void prepare() {
        Object[] ignored = {ForeignCode.value(null), Caller.innermost(List.of())};
    }

    @Override
    public LoggingEventBuilder setCause(Throwable cause) {
        thrown = cause;
        return this;
    }

    @Override
    public LoggingEventBuilder addMarker(Marker marker) {
        if (markers == null) {
            markers = new ArrayList<>(2);
        }
        markers.add(marker);
        return this;
    }

    @Override
    public LoggingEventBuilder addArgument(Object argument) {
        append(argument);
        return this;
    }

    @Override
    public LoggingEventBuilder addArgument(Supplier<?> supplier) {
        append(ForeignCode.value(supplier));
        return this;
    }

    @Override
    public LoggingEventBuilder addKeyValue(String key, Object value) {
        if (keys == null) {
            keys = new ArrayList<>(4);
            values = new ArrayList<>(4);
        }
        keys.add(key);
        values.add(value);
        return this;
    }

    @Override
    public LoggingEventBuilder addKeyValue(String key, Supplier<Object> supplier) {
        return addKeyValue(key, ForeignCode.value(supplier));
    }

    @Override
    public LoggingEventBuilder setMessage(String newMessage) {
        message = newMessage;
        return this;
    }

    @Override
    public LoggingEventBuilder setMessage(Supplier<String> supplier) {
        message = textOf(supplier);
        return this;
    }

    /** Sets the class that the application called, when it is not this one; null sets it back. */
    @Override
    public void setCallerBoundary(String className) {
        boundary = className == null ? BOUNDARY : className;
    }

    @Override
    public void log() {
        logger.log(level, boundary, message, argCount, arg0, arg1, args, thrown, markers, keys, values);
    }

    @Override
    public void log(String newMessage) {
        message = newMessage;
        log();
    }

    @Override
    public void log(String newMessage, Object arg) {
        message = newMessage;
        append(arg);
        log();
    }

    @Override
    public void log(String newMessage, Object first, Object second) {
        message = newMessage;
        append(first);
        append(second);
        log();
    }

    @Override
    public void log(String newMessage, Object... more) {
        message = newMessage;
        if (more != null && more.length > 0) {
            appendAll(more);
        }
        log();
    }

    @Override
    public void log(Supplier<String> supplier) {
        message = textOf(supplier);
        log();
    }

    // Taken as an Object: a raw supplier may give anything, and a cast would throw into the application.
    private static String textOf(Supplier<String> supplier) {
        Object text = ForeignCode.value(supplier);
        return text == null ? null : ForeignCode.text(text);
    }

    private void append(Object argument) {
        if (args != null || argCount == 2) {
            growTo(argCount + 1);
            args[argCount] = argument;
        } else if (argCount == 0) {
            arg0 = argument;
        } else {
            arg1 = argument;
        }
        argCount++;
    }

    private void appendAll(Object[] more) {
        if (argCount == 0) {
            args = more;
        } else {
            growTo(argCount + more.length);
            System.arraycopy(more, 0, args, argCount, more.length);
        }
        argCount += more.length;
    }

    // An array that is full may be the caller's own: it is copied before anything is written.
    private void growTo(int neededCount) {
        if (args == null) {
            args = new Object[Math.max(neededCount, 4)];
            args[0] = arg0;
            args[1] = arg1;
        } else if (neededCount > args.length) {
            args = Arrays.copyOf(args, Math.max(neededCount, args.length * 2), Object[].class);
        }
    }
}
