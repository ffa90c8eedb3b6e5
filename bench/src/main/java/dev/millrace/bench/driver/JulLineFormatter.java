package dev.millrace.bench.driver;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * The bench's line from java.util.logging, whose own formats have no thread name.
 *
 * @since 0.1.0
 */
public final class JulLineFormatter extends Formatter {
    private final DateTimeFormatter time =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

    /** Called by the log manager. */
    public JulLineFormatter() {}

    /** A line; on the calling thread, whose name it shows. */
    @Override
    public String format(LogRecord record) {
        StringBuilder line = new StringBuilder(256);
        time.formatTo(Instant.ofEpochMilli(record.getMillis()), line);
        line.append(" [").append(Thread.currentThread().getName()).append("] ");
        String level = record.getLevel().getName();
        line.append(level).append(" ".repeat(Math.max(0, 5 - level.length()))).append(' ');
        line.append(record.getLoggerName())
                .append(" - ")
                .append(formatMessage(record))
                .append('\n');
        if (record.getThrown() != null) {
            StringWriter trace = new StringWriter();
            record.getThrown().printStackTrace(new PrintWriter(trace));
            line.append(trace);
        }
        return line.toString();
    }
}
