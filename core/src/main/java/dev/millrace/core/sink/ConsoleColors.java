package dev.millrace.core.sink;

import dev.millrace.core.plan.SinkPlan;
import java.util.function.UnaryOperator;

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
        return reasonAgainst(plan, plan.error() ? StandardStream.ERR : StandardStream.OUT, new Environment());
    }

    static String reasonAgainst(SinkPlan.ConsoleSink plan, StandardStream stream, UnaryOperator<String> environment) {
        String noColor = environment.apply(NO_COLOR);
        if (noColor != null && !noColor.isEmpty()) {
            return "NO_COLOR is set";
        }
        if ("dumb".equals(environment.apply(TERM))) {
            return "TERM is dumb";
        }
        if (plan.colorsOnTerminalsOnly() && (stream.isReplaced() || !stream.isTerminal())) {
            return stream.title() + " is no terminal, and the configuration asks for Jansi";
        }
        return null;
    }

    private static final class Environment implements UnaryOperator<String> {
        @Override
        public String apply(String name) {
            return System.getenv(name);
        }
    }
}
