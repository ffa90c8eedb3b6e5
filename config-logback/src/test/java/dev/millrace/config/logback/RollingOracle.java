package dev.millrace.config.logback;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.encoder.EchoEncoder;
import ch.qos.logback.core.rolling.DefaultTimeBasedFileNamingAndTriggeringPolicy;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeAndTimeBasedFileNamingAndTriggeringPolicy;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.rolling.TimeBasedFileNamingAndTriggeringPolicyBase;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import dev.millrace.config.logback.RollingScript.Event;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs a script through real Logback; what it does in the background is done at once. */
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

    void run(List<Event> events) {
        Context context = new Context();
        RollingFileAppender<Object> appender = new RollingFileAppender<>();
        appender.setContext(context);
        EchoEncoder<Object> encoder = new EchoEncoder<>();
        encoder.setContext(context);
        encoder.start();
        appender.setEncoder(encoder);
        if (script.file) {
            appender.setFile(script.activeFile(home).toString());
        }
        TimeBasedFileNamingAndTriggeringPolicyBase<Object> clock = null;
        if (script.window) {
            setWindow(context, appender);
        } else {
            clock = setPeriodic(context, appender, events.get(0).millis());
        }
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

    private void setWindow(Context context, RollingFileAppender<Object> appender) {
        FixedWindowRollingPolicy policy = new FixedWindowRollingPolicy();
        policy.setContext(context);
        policy.setParent(appender);
        policy.setFileNamePattern(script.pattern(home));
        policy.setMinIndex(script.minIndex);
        policy.setMaxIndex(script.maxIndex);
        policy.start();
        SizeBasedTriggeringPolicy<Object> trigger = new SizeBasedTriggeringPolicy<>();
        trigger.setContext(context);
        trigger.setMaxFileSize(new FileSize(script.maxFileSize));
        trigger.setCheckIncrement(Duration.buildByMilliseconds(0));
        trigger.start();
        appender.setRollingPolicy(policy);
        appender.setTriggeringPolicy(trigger);
    }

    private TimeBasedFileNamingAndTriggeringPolicyBase<Object> setPeriodic(
            Context context, RollingFileAppender<Object> appender, long nowMillis) {
        TimeBasedFileNamingAndTriggeringPolicyBase<Object> clock;
        if (script.sized) {
            SizeAndTimeBasedFileNamingAndTriggeringPolicy<Object> sized =
                    new SizeAndTimeBasedFileNamingAndTriggeringPolicy<>();
            sized.setMaxFileSize(new FileSize(script.maxFileSize));
            clock = sized;
        } else {
            clock = new DefaultTimeBasedFileNamingAndTriggeringPolicy<>();
        }
        clock.setCurrentTime(nowMillis);
        TimeBasedRollingPolicy<Object> policy = new TimeBasedRollingPolicy<>();
        policy.setContext(context);
        policy.setParent(appender);
        policy.setFileNamePattern(script.pattern(home));
        policy.setMaxHistory(script.maxHistory);
        policy.setTotalSizeCap(new FileSize(script.totalSizeCap));
        policy.setCleanHistoryOnStart(script.cleanOnStart);
        policy.setTimeBasedFileNamingAndTriggeringPolicy(clock);
        policy.start();
        appender.setRollingPolicy(policy);
        appender.setTriggeringPolicy(policy);
        return clock;
    }
}
