package dev.millrace.core.plan;

/**
 * How a sink renders events.
 *
 * @since 0.1.0
 */
public sealed interface LayoutPlan {
    /**
     * A conversion pattern in Logback's grammar.
     *
     * @param pattern the pattern
     * @param origin where it stands ({@code /app/logback.xml:12}), for status messages
     */
    record Pattern(String pattern, String origin) implements LayoutPlan {}
}
