package dev.millrace.config.logback;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.spi.FilterReply;
import ch.qos.logback.core.status.Status;
import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Says what a configuration makes the real Logback do, in the same words as {@link PlanDescription}. */
final class LogbackOracle {
    private static final Level[] LEVELS = {Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR};

    private LogbackOracle() {}

    /** What Logback does, or null when it gives up. */
    static String describe(byte[] xml) {
        LoggerContext context = new LoggerContext();
        context.setName("default");
        try {
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(context);
            configurator.doConfigure(new ByteArrayInputStream(xml));
            Map<String, String> loggers = new TreeMap<>();
            for (Logger logger : context.getLoggerList()) {
                String text = describe(logger);
                if (text != null) {
                    loggers.put(logger.getName(), text);
                }
            }
            return "context " + context.getName() + "\n" + String.join("", loggers.values());
        } catch (JoranException | RuntimeException e) {
            return null;
        } finally {
            context.stop();
        }
    }

    /**
     * Logs through what Logback makes of a configuration.
     *
     * @param events the events, each {@code LEVEL logger message}
     */
    static void run(byte[] xml, List<String> events) {
        LoggerContext context = new LoggerContext();
        context.setName("default");
        giveMdc(context);
        try {
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(context);
            configurator.doConfigure(new ByteArrayInputStream(xml));
            for (String event : events) {
                String[] parts = event.split(" ", 3);
                int level = Level.toLevel(parts[0]).toInt();
                int slf4jLevel = Level.toLocationAwareLoggerInteger(Level.toLevel(level));
                context.getLogger(parts[1]).log(null, LogbackOracle.class.getName(), slf4jLevel, parts[2], null, null);
            }
        } catch (JoranException e) {
            throw new AssertionError(e);
        } finally {
            context.stop();
        }
    }

    private static void giveMdc(LoggerContext context) {
        try {
            context.setMDCAdapter(new LogbackMDCAdapter());
        } catch (NoSuchMethodError e) {
            // Before 1.3 all contexts share one.
            return;
        }
    }

    /** Logback's own messages, for reading after a failure. */
    static String statuses(byte[] xml) {
        LoggerContext context = new LoggerContext();
        List<String> messages = new ArrayList<>();
        try {
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(context);
            configurator.doConfigure(new ByteArrayInputStream(xml));
        } catch (JoranException | RuntimeException e) {
            messages.add(e.toString());
        }
        for (Status status : context.getStatusManager().getCopyOfStatusList()) {
            messages.add(status.toString());
        }
        context.stop();
        return String.join("\n", messages);
    }

    private static String describe(Logger logger) {
        Set<String> outputs = new TreeSet<>();
        Iterator<Appender<ILoggingEvent>> appenders = logger.iteratorForAppenders();
        while (appenders.hasNext()) {
            addOutput(outputs, appenders.next(), new ArrayList<>());
        }
        String level = logger.getLevel() == null ? null : logger.getLevel().toString();
        return PlanDescription.logger(logger.getName(), level, logger.isAdditive(), outputs);
    }

    private static void addOutput(
            Set<String> outputs, Appender<ILoggingEvent> appender, List<Appender<ILoggingEvent>> outer) {
        if (!appender.isStarted()) {
            return;
        }
        outer.add(appender);
        if (appender instanceof AsyncAppender async) {
            async.iteratorForAppenders().forEachRemaining(child -> addOutput(outputs, child, outer));
            return;
        }
        String where = appender instanceof FileAppender<?> file
                ? "file " + Path.of(file.getFile()) + " " + file.isAppend()
                : "console " + ((ConsoleAppender<?>) appender).getTarget();
        LayoutWrappingEncoder<?> encoder = (LayoutWrappingEncoder<?>) ((OutputStreamAppender<?>) appender).getEncoder();
        Charset charset = encoder.getCharset() == null ? Charset.defaultCharset() : encoder.getCharset();
        String pattern = ((PatternLayout) encoder.getLayout()).getPattern();
        StringBuilder passed = new StringBuilder();
        for (Level level : LEVELS) {
            LoggingEvent event = new LoggingEvent();
            event.setLevel(level);
            boolean passes = true;
            for (Appender<ILoggingEvent> each : outer) {
                passes &= each.getFilterChainDecision(event) != FilterReply.DENY;
            }
            passed.append(passes ? level + " " : "");
        }
        outputs.add(where + " [" + pattern + "] " + charset + " passes " + passed);
    }
}
