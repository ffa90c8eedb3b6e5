package dev.millrace.cli.print;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.layout.Layout;
import dev.millrace.layout.LayoutContext;
import dev.millrace.layout.LayoutProblem;
import dev.millrace.layout.pattern.PatternLayout;
import java.util.function.Consumer;

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
        return PatternLayout.compile(pattern, context(pattern, colors, Patterns::refuse));
    }

    /**
     * The same, so that each event ends a line: on a command line {@code %n} is easily forgotten.
     *
     * @param tell of an event that a regular expression does not come to an end with: whoever can have a text logged would else
     *     keep what is behind it from readers
     * @throws CommandFailure when there is something in it that is not understood
     */
    static Layout compileAsLines(String pattern, boolean colors, Consumer<String> tell) {
        return PatternLayout.compileAsLines(pattern, context(pattern, colors, tell));
    }

    private static void refuse(String sentence) {
        throw CommandFailure.usage("the pattern is not understood: " + sentence);
    }

    private static LayoutContext context(String pattern, boolean colors, Consumer<String> tell) {
        LayoutContext plain = new LayoutContext(0, "\n", (problem, sentence) -> {
            if (problem.equals(LayoutProblem.REGEX_GIVEN_UP)) {
                tell.accept(sentence);
                return;
            }
            // What a service prints instead is no news here: a command prints nothing.
            String what = sentence.replaceFirst("; [^;]* (is|are) (printed( as it is)?|used|taken as a key)", "");
            refuse(what + (sentence.contains(pattern) ? "" : ", pattern=" + pattern));
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
