package dev.millrace.cli.print;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.layout.Layout;
import dev.millrace.layout.LayoutContext;
import dev.millrace.layout.pattern.PatternLayout;

/**
 * Compiles patterns; one that is not understood ends the command.
 *
 * @since 0.1.0
 */
public final class Patterns {
    /** What is printed when no pattern is given. */
    public static final String DEFAULT =
            "%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %highlight(%-5level) %logger{36} - %msg%n";

    private Patterns() {}

    /**
     * Compiles a pattern.
     *
     * @throws CommandFailure when there is something in it that is not understood
     */
    public static Layout compile(String pattern, boolean colors) {
        return PatternLayout.compile(pattern, context(pattern, colors));
    }

    /**
     * The same, so that each event ends a line: on a command line {@code %n} is easily forgotten.
     *
     * @throws CommandFailure when there is something in it that is not understood
     */
    static Layout compileAsLines(String pattern, boolean colors) {
        return PatternLayout.compileAsLines(pattern, context(pattern, colors));
    }

    private static LayoutContext context(String pattern, boolean colors) {
        LayoutContext plain = new LayoutContext(0, "\n", (problem, sentence) -> {
            // What a service prints instead is no news here: a command prints nothing.
            String what = sentence.replaceFirst("; [^;]* (is|are) (printed( as it is)?|used|taken as a key)", "");
            throw CommandFailure.usage("the pattern is not understood: " + what
                    + (sentence.contains(pattern) ? "" : ", pattern=" + pattern));
        });
        return new LayoutContext(
                plain.startMicros(),
                plain.lineSeparator(),
                plain.name(),
                plain.properties(),
                plain.converters(),
                plain.tests(),
                plain.packagingData(),
                colors,
                colors,
                plain.firstLocalNumber(),
                plain.zone(),
                plain.locale(),
                plain.problems());
    }
}
