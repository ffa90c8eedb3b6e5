package dev.millrace.layout;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.nio.charset.StandardCharsets;

/** Logback's own PatternLayout: the oracle. */
final class LogbackLayout {
    private static final LoggerContext CONTEXT = new LoggerContext();

    private final ch.qos.logback.classic.PatternLayout layout = new ch.qos.logback.classic.PatternLayout();

    LogbackLayout(String pattern) {
        layout.setContext(CONTEXT);
        layout.setPattern(pattern);
        try {
            layout.start();
        } catch (RuntimeException e) {
            // Not started: the layout prints nothing, as after errors that are told to the status manager.
        }
        CONTEXT.getStatusManager().clear();
    }

    /** Whether the pattern could be read. */
    boolean started() {
        return layout.isStarted();
    }

    byte[] render(ILoggingEvent event) {
        return layout.doLayout(event).getBytes(StandardCharsets.UTF_8);
    }
}
