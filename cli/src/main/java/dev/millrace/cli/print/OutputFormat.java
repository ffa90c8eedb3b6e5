package dev.millrace.cli.print;

import dev.millrace.layout.Layout;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * What an event becomes.
 *
 * @since 0.1.0
 */
public enum OutputFormat {
    /** A line, or several, by a pattern. */
    TEXT,
    /** An object with Millrace's own field names. */
    JSON,
    /** An object by the Elastic Common Schema. */
    ECS,
    /** An object as the logstash encoder writes it. */
    LOGSTASH;

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A printer for one journal; {@code tell} is told of texts of which a pattern makes less than it should. */
    public EventPrinter printer(String pattern, boolean colors, Consumer<String> tell) {
        return switch (this) {
            case TEXT -> {
                Layout layout = Patterns.compileAsLines(pattern, colors, tell);
                yield layout::render;
            }
            case JSON -> new JsonPrinter(JsonSchema.PLAIN);
            case ECS -> new JsonPrinter(JsonSchema.ECS);
            case LOGSTASH -> new JsonPrinter(JsonSchema.LOGSTASH);
        };
    }
}
