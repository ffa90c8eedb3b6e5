package dev.millrace.core.sink;

import dev.millrace.core.plan.SinkPlan;

/**
 * Whether colour words print colours on a console. As in Logback they do wherever it leads, unless the user says
 * otherwise: by {@code NO_COLOR} (see no-color.org), by {@code TERM=dumb}, or in the configuration by Jansi, which takes
 * colours out of what is no terminal.
 *
 * @since 0.1.0
 */
public final class ConsoleColors {
    private static final String NO_COLOR = "NO_COLOR";
    private static final String TERM = "TERM";

    private ConsoleColors() {}

    /** Why there are none; null when there are. */
    public static String reasonAgainst(SinkPlan.ConsoleSink plan) {
        return reasonAgainst(
                plan,
                plan.error() ? StandardStream.ERR : StandardStream.OUT,
                System.getenv(NO_COLOR),
                System.getenv(TERM));
    }

    static String reasonAgainst(SinkPlan.ConsoleSink plan, StandardStream stream, String noColor, String term) {
        if (noColor != null && !noColor.isEmpty()) {
            return "NO_COLOR is set";
        }
        if ("dumb".equals(term)) {
            return "TERM is dumb";
        }
        if (plan.colorsOnTerminalsOnly() && (stream.isReplaced() || !stream.isTerminal())) {
            return stream.title() + " is no terminal, and the configuration asks for Jansi";
        }
        return null;
    }
}
