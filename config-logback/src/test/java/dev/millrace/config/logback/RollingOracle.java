package dev.millrace.config.logback;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.encoder.EchoEncoder;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.rolling.DefaultTimeBasedFileNamingAndTriggeringPolicy;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeAndTimeBasedFileNamingAndTriggeringPolicy;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.rolling.TimeBasedFileNamingAndTriggeringPolicy;
import ch.qos.logback.core.rolling.TimeBasedFileNamingAndTriggeringPolicyBase;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import dev.millrace.config.logback.RollingScript.Event;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Runs a script through real Logback. Logback reads the configuration, which starts in a folder that nobody looks at,
 * because no clock can be given there; what it has read is started again at home with the script's clock. What Logback
 * does in the background is done at once.
 */
final class RollingOracle {
    private final RollingScript script;
    private final Path home;

    RollingOracle(RollingScript script, Path home) {
        this.script = script;
        this.home = home;
    }

    private static final class SameThread extends AbstractExecutorService {
        @Override
        public void execute(Runnable command) {
            command.run();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    private static final class Context extends LoggerContext {
        private final ExecutorService sameThread = new SameThread();

        @Override
        public ExecutorService getExecutorService() {
            return sameThread;
        }

        @Override
        public ExecutorService getAlternateExecutorService() {
            return sameThread;
        }
    }

    private static final class Encoder extends EchoEncoder<Object> {
        private final boolean framed;

        Encoder(boolean framed) {
            this.framed = framed;
        }

        @Override
        public byte[] headerBytes() {
            return bytes(RollingScript.HEADER + System.lineSeparator());
        }

        @Override
        public byte[] footerBytes() {
            return bytes(RollingScript.FOOTER);
        }

        private byte[] bytes(String text) {
            return framed ? text.getBytes(StandardCharsets.UTF_8) : null;
        }
    }

    void run(List<Event> events) throws JoranException {
        Path elsewhere = home.resolveSibling(home.getFileName() + ".read");
        LoggerContext reading = new LoggerContext();
        RollingFileAppender<?> read = read(reading, elsewhere);
        Context context = new Context();
        RollingFileAppender<Object> appender = new RollingFileAppender<>();
        appender.setContext(context);
        EchoEncoder<Object> encoder = new Encoder(script.framed);
        encoder.setContext(context);
        encoder.start();
        appender.setEncoder(encoder);
        String file = field(FileAppender.class, "fileName", read, String.class);
        if (file != null) {
            appender.setFile(file.replace(elsewhere.toString(), home.toString()));
        }
        TimeBasedFileNamingAndTriggeringPolicyBase<Object> clock = null;
        if (read.getRollingPolicy() instanceof FixedWindowRollingPolicy window) {
            setWindow(context, appender, window, (SizeBasedTriggeringPolicy<?>) read.getTriggeringPolicy(), elsewhere);
        } else {
            TimeBasedRollingPolicy<?> policy = (TimeBasedRollingPolicy<?>) read.getRollingPolicy();
            clock = setPeriodic(
                    context, appender, policy, elsewhere, events.get(0).millis());
        }
        reading.stop();
        appender.start();
        for (Event event : events) {
            if (clock != null) {
                clock.setCurrentTime(event.millis());
            }
            appender.doAppend(event.text());
        }
        appender.stop();
        context.stop();
    }

    private RollingFileAppender<?> read(LoggerContext context, Path elsewhere) throws JoranException {
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(new ByteArrayInputStream(script.xml(elsewhere).getBytes(StandardCharsets.UTF_8)));
        return (RollingFileAppender<?>) context.getLogger("root").getAppender("R");
    }

    private static <T> T field(Class<?> owner, String name, Object object, Class<T> type) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return type.cast(field.get(object));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private void setWindow(
            Context context,
            RollingFileAppender<Object> appender,
            FixedWindowRollingPolicy read,
            SizeBasedTriggeringPolicy<?> readTrigger,
            Path elsewhere) {
        FixedWindowRollingPolicy policy = new FixedWindowRollingPolicy();
        policy.setContext(context);
        policy.setParent(appender);
        policy.setFileNamePattern(read.getFileNamePattern().replace(elsewhere.toString(), home.toString()));
        policy.setMinIndex(read.getMinIndex());
        policy.setMaxIndex(read.getMaxIndex());
        policy.start();
        SizeBasedTriggeringPolicy<Object> trigger = new SizeBasedTriggeringPolicy<>();
        trigger.setContext(context);
        trigger.setMaxFileSize(readTrigger.getMaxFileSize());
        trigger.setCheckIncrement(Duration.buildByMilliseconds(0));
        trigger.start();
        appender.setRollingPolicy(policy);
        appender.setTriggeringPolicy(trigger);
    }

    private TimeBasedFileNamingAndTriggeringPolicyBase<Object> setPeriodic(
            Context context,
            RollingFileAppender<Object> appender,
            TimeBasedRollingPolicy<?> read,
            Path elsewhere,
            long nowMillis) {
        TimeBasedFileNamingAndTriggeringPolicyBase<Object> clock;
        TimeBasedFileNamingAndTriggeringPolicy<?> readNaming = read.getTimeBasedFileNamingAndTriggeringPolicy();
        if (readNaming instanceof SizeAndTimeBasedFileNamingAndTriggeringPolicy) {
            SizeAndTimeBasedFileNamingAndTriggeringPolicy<Object> sized =
                    new SizeAndTimeBasedFileNamingAndTriggeringPolicy<>();
            sized.setMaxFileSize(field(
                    SizeAndTimeBasedFileNamingAndTriggeringPolicy.class, "maxFileSize", readNaming, FileSize.class));
            clock = sized;
        } else {
            clock = new DefaultTimeBasedFileNamingAndTriggeringPolicy<>();
        }
        clock.setCurrentTime(nowMillis);
        TimeBasedRollingPolicy<Object> policy = new TimeBasedRollingPolicy<>();
        policy.setContext(context);
        policy.setParent(appender);
        policy.setFileNamePattern(read.getFileNamePattern().replace(elsewhere.toString(), home.toString()));
        policy.setMaxHistory(read.getMaxHistory());
        policy.setTotalSizeCap(field(TimeBasedRollingPolicy.class, "totalSizeCap", read, FileSize.class));
        policy.setCleanHistoryOnStart(read.isCleanHistoryOnStart());
        policy.setTimeBasedFileNamingAndTriggeringPolicy(clock);
        policy.start();
        appender.setRollingPolicy(policy);
        appender.setTriggeringPolicy(policy);
        return clock;
    }
}
