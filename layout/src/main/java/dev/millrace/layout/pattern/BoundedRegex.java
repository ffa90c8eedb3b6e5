package dev.millrace.layout.pattern;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Regular expressions that come to an end.
 *
 * <p>Every step of {@code java.util.regex} reads a char, so {@link BoundedText} can count them and stop; all but one
 * kind: an empty expression that is to be repeated. Therefore expressions whose least repetitions multiply to more
 * than {@link #MAX_REPETITIONS} are refused.
 */
final class BoundedRegex {
    /** Product of all least repetitions ({@code {n}}, {@code {n,}}, {@code {n,m}}) of an expression. */
    static final long MAX_REPETITIONS = 1_000_000;

    /** Chars of an expression: longer ones, nested, could overflow the stack. */
    static final int MAX_LENGTH = 10_000;

    private BoundedRegex() {}

    /**
     * Compiles an expression.
     *
     * @throws IllegalArgumentException when it is none, or might not come to an end
     */
    static Pattern compile(String regex) {
        if (regex.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("longer than " + MAX_LENGTH + " characters");
        }
        if (leastRepetitions(regex) > MAX_REPETITIONS) {
            throw new IllegalArgumentException("more than " + MAX_REPETITIONS + " repetitions");
        }
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            // What the JDK makes of some expressions that are none.
            throw new IllegalArgumentException("it cannot be compiled: " + e, e);
        }
    }

    /** Saturates at {@link Long#MAX_VALUE}. Braces that are no repetitions count too: there are never many. */
    private static long leastRepetitions(String regex) {
        long product = 1;
        for (int at = regex.indexOf('{'); at >= 0; at = regex.indexOf('{', at + 1)) {
            long count = 0;
            for (int i = at + 1; i < regex.length() && Character.isDigit(regex.charAt(i)); i++) {
                count = Math.min(Integer.MAX_VALUE, count * 10 + Character.digit(regex.charAt(i), 10));
            }
            // What always reads a char, a class in most cases, is bounded by the text.
            if (count > 1 && (at == 0 || "]dws".indexOf(regex.charAt(at - 1)) < 0)) {
                product = product > Long.MAX_VALUE / count ? Long.MAX_VALUE : product * count;
            }
        }
        return product;
    }

    static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text.trim() : text.substring(0, end).trim();
    }
}
