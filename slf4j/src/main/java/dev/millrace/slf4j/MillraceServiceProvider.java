package dev.millrace.slf4j;

import dev.millrace.core.Engine;
import java.util.function.Function;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Connects SLF4J to Millrace; found by SLF4J as a service.
 *
 * @since 0.1.0
 */
public final class MillraceServiceProvider implements SLF4JServiceProvider {
    /** SLF4J compares the first two numbers with its own and warns when they differ. */
    private static final String REQUESTED_API_VERSION = "2.0.99";

    static {
        // Before anything else is loaded.
        ClassesAhead.begin();
    }

    // Null starts the engine: a class less for every start to load, and a first lambda costs several milliseconds.
    private final Function<ClassLoader, EventTarget> starter;

    // Both exist before initialize(): SLF4J asks for them first.
    private final MillraceMdcAdapter mdc = new MillraceMdcAdapter();
    private final IMarkerFactory markers = new BasicMarkerFactory();

    private volatile ILoggerFactory loggers;

    /** For SLF4J, which then looks for other providers before it asks for more. */
    public MillraceServiceProvider() {
        this(null);
    }

    MillraceServiceProvider(Function<ClassLoader, EventTarget> starter) {
        this.starter = starter;
    }

    /**
     * Starts the engine. Never throws, since SLF4J would refuse every later {@code getLogger}: when the engine does not
     * start, events go to standard error. A second call does nothing.
     */
    @Override
    public synchronized void initialize() {
        if (loggers != null) {
            return;
        }
        try {
            EventTarget target = start(MillraceServiceProvider.class.getClassLoader());
            loggers = new MillraceLoggerFactory(target, mdc);
            target.doLater(new ProviderCheck(target));
        } catch (Throwable failure) {
            if (loggers == null) {
                loggers = StderrLoggerFactory.insteadOfEngine(failure);
            }
        }
    }

    private EventTarget start(ClassLoader loader) {
        if (starter != null) {
            return starter.apply(loader);
        }
        return new EngineTarget(Engine.start(loader));
    }

    /** The loggers; before {@link #initialize()} some that write to standard error. */
    @Override
    public ILoggerFactory getLoggerFactory() {
        ILoggerFactory current = loggers;
        return current != null ? current : new StderrLoggerFactory();
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return mdc;
    }

    @Override
    public String getRequestedApiVersion() {
        return REQUESTED_API_VERSION;
    }
}
