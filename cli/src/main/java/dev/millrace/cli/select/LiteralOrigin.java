package dev.millrace.cli.select;

import java.util.List;

/** How a literal can come into a rendered message. Says too often that it can, never too seldom that it cannot. */
final class LiteralOrigin {
    private static final List<String> PRINTED_WORDS = List.of("true", "false", "null", "NaN", "-Infinity");
    private static final String PRINTED_CHARS = "0123456789abcdefABCDEF.-+:";
    private static final String ARRAY_CHARS = "[],";
    private static final String CUT_ARRAY = "\u2026[cut 0 elements]";

    private final String literal;
    private final boolean mayBePrinted;

    LiteralOrigin(String literal) {
        this.literal = literal;
        // In an array, elements follow a comma and a space, and may be characters.
        String element = literal.startsWith(" ") ? literal.substring(1) : literal;
        this.mayBePrinted = element.length() < 2
                || element.chars().allMatch(c -> PRINTED_CHARS.indexOf(c) >= 0)
                || element.chars().anyMatch(c -> ARRAY_CHARS.indexOf(c) >= 0)
                || CUT_ARRAY.contains(element.replaceAll("[0-9]+", "0"))
                || PRINTED_WORDS.stream().anyMatch(word -> word.contains(element));
    }

    /** Whether a value that does not stand in the record as text can print it: a number, a UUID, an array, null. */
    boolean mayBePrinted() {
        return mayBePrinted;
    }

    /** Whether a template holds it, or can make it together with its arguments. */
    boolean mayComeFrom(String template) {
        if (template.contains(literal) || template.indexOf('\\') >= 0) {
            return true;
        }
        int from = 0;
        int place = template.indexOf("{}");
        while (place >= 0) {
            // A piece before an argument: it may begin what the argument ends.
            String piece = template.substring(from, place);
            boolean inside = from > 0 && (piece.isEmpty() || literal.contains(piece));
            if (inside || endsWithStart(piece) || startsWithEnd(template.substring(place + 2))) {
                return true;
            }
            from = place + 2;
            place = template.indexOf("{}", from);
        }
        return false;
    }

    private boolean endsWithStart(String piece) {
        for (int length = Math.min(piece.length(), literal.length() - 1); length > 0; length--) {
            if (piece.endsWith(literal.substring(0, length))) {
                return true;
            }
        }
        return false;
    }

    private boolean startsWithEnd(String piece) {
        for (int length = Math.min(piece.length(), literal.length() - 1); length > 0; length--) {
            if (piece.startsWith(literal.substring(literal.length() - length))) {
                return true;
            }
        }
        return false;
    }
}
