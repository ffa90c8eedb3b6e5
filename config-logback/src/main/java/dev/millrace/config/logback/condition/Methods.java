package dev.millrace.config.logback.condition;

import java.util.List;
import java.util.Locale;

/** What can be asked of a text: the questions of Java's strings whose time and space are bounded by the text. */
final class Methods {
    private Methods() {}

    static Term call(Text text, String name, List<Text> arguments) throws ConditionException {
        return switch (name + "/" + arguments.size()) {
            case "equals/1" -> equality(text, arguments.get(0));
            case "equalsIgnoreCase/1" -> equalityOfAnyCase(text, arguments.get(0));
            case "contains/1" -> contains(text, arguments.get(0));
            case "startsWith/1" -> startsWith(text, arguments.get(0));
            case "endsWith/1" -> endsWith(text, arguments.get(0));
            case "isEmpty/0" ->
                (Condition) properties -> text.required(properties).isEmpty();
            case "isBlank/0" ->
                (Condition) properties -> text.required(properties).isBlank();
            case "trim/0" -> (Text) properties -> text.required(properties).trim();
            case "toLowerCase/0" ->
                (Text) properties -> text.required(properties).toLowerCase(Locale.getDefault());
            case "toUpperCase/0" ->
                (Text) properties -> text.required(properties).toUpperCase(Locale.getDefault());
            default ->
                throw new ConditionException(
                        Functions.called("method " + name, arguments.size()) + " (texts have equals, equalsIgnoreCase,"
                                + " contains, startsWith, endsWith, isEmpty, isBlank, trim, toLowerCase and"
                                + " toUpperCase)");
        };
    }

    private static Condition equality(Text text, Text other) {
        return properties -> text.required(properties).equals(other.value(properties));
    }

    private static Condition equalityOfAnyCase(Text text, Text other) {
        return properties -> text.required(properties).equalsIgnoreCase(other.value(properties));
    }

    private static Condition contains(Text text, Text part) {
        return properties -> text.required(properties).contains(part.required(properties));
    }

    private static Condition startsWith(Text text, Text start) {
        return properties -> text.required(properties).startsWith(start.required(properties));
    }

    private static Condition endsWith(Text text, Text end) {
        return properties -> text.required(properties).endsWith(end.required(properties));
    }
}
