package dev.millrace.cli.transfer;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code --field name[:type][=source]} asks for.
 *
 * @param type null when it is not said
 * @param source the variable of a log format, or the key of a JSON object; the name when it is not said
 */
record FieldChoice(String name, FieldType type, String source) {
    private static final Pattern SYNTAX = Pattern.compile("([^:=]+)(?::([^:=]*))?(?:=(.+))?", Pattern.DOTALL);

    /**
     * Reads the option's value.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static FieldChoice parse(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches() || !Field.isName(matcher.group(1))) {
            throw new IllegalArgumentException("no field: '" + text
                    + "' (write name[:type][=source]; a name is 1 to 64 letters, digits, dots, dashes, underscores and"
                    + " @)");
        }
        String word = matcher.group(2);
        FieldType type = word == null ? null : FieldType.ofWord(word);
        if (word != null && type == null) {
            throw new IllegalArgumentException(
                    "no type of a field: '" + word + "' in '" + text + "' (text, integer, number, time or json)");
        }
        String name = matcher.group(1);
        return new FieldChoice(name, type, matcher.group(3) == null ? name : matcher.group(3));
    }
}
