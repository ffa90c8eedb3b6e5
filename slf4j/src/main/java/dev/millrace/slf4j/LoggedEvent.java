package dev.millrace.slf4j;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

/**
 * One log call, as the program made it: before redaction, filters and layouts. All but the arguments, the values and
 * the throwable is immutable.
 *
 * @param time when
 * @param level its level
 * @param loggerName the logger's name
 * @param threadName the thread's name
 * @param template the message with its placeholders; null when the call had none
 * @param arguments the arguments without a throwable that ends them; may contain null
 * @param message the template with the arguments filled in
 * @param thrown the throwable, or null
 * @param mdc the MDC of the thread
 * @param markers the texts of all markers
 * @param keyValues key–value pairs in order
 * @since 0.1.0
 */
public record LoggedEvent(
        Instant time,
        Level level,
        String loggerName,
        String threadName,
        String template,
        List<Object> arguments,
        String message,
        Throwable thrown,
        Map<String, String> mdc,
        List<String> markers,
        List<KeyValuePair> keyValues) {}
