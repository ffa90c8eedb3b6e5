package dev.millrace.config.logback.condition;

import java.util.List;
import java.util.Locale;

/** What can be called: functions by their name, and methods of a text. */
final class Calls {
    private Calls() {}

    static Object function(String name, List<Text> arguments) {
        String key = name.startsWith("java.lang.") ? name.substring("java.lang.".length()) : name;
        return switch (key + "/" + arguments.size()) {
            case "isDefined/1" -> defined(arguments.get(0));
            case "isNull/1" -> defined(arguments.get(0)).negated();
            case "p/1", "property/1" -> property(arguments.get(0));
            case "propertyEquals/2" -> propertyEquals(arguments.get(0), arguments.get(1));
            case "propertyContains/2" -> propertyContains(arguments.get(0), arguments.get(1));
            case "System.getProperty/1" -> systemProperty(arguments.get(0), Text.NULL);
            case "System.getProperty/2" -> systemProperty(arguments.get(0), arguments.get(1));
            case "System.getenv/1" -> environment(arguments.get(0));
            case "Boolean.parseBoolean/1", "Boolean.valueOf/1" -> parsed(arguments.get(0));
            default ->
                throw new IllegalArgumentException(
                        called("function " + name, arguments.size()) + " (isDefined, isNull, property, p,"
                                + " propertyEquals, propertyContains, System.getProperty, System.getenv and"
                                + " Boolean.parseBoolean are understood)");
        };
    }

    /** The questions of Java's strings whose time and space are bounded by the text. */
    static Object method(Text text, String name, List<Text> arguments) {
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
                throw new IllegalArgumentException(
                        called("method " + name, arguments.size()) + " (texts have equals, equalsIgnoreCase,"
                                + " contains, startsWith, endsWith, isEmpty, isBlank, trim, toLowerCase and"
                                + " toUpperCase)");
        };
    }

    /** How a message says what was called and is not understood. */
    private static String called(String what, int arguments) {
        return "there is no " + what + " with " + arguments + (arguments == 1 ? " argument" : " arguments");
    }

    private static Condition defined(Text name) {
        return properties -> properties.property(name.required(properties)) != null;
    }

    private static Text property(Text name) {
        return properties -> {
            String value = properties.property(name.required(properties));
            return value == null ? "" : value;
        };
    }

    private static Condition propertyEquals(Text name, Text value) {
        return properties -> {
            String actual = properties.property(name.required(properties));
            return actual != null && actual.equals(value.value(properties));
        };
    }

    private static Condition propertyContains(Text name, Text part) {
        return properties -> {
            String actual = properties.property(name.required(properties));
            String wanted = part.value(properties);
            return actual != null && wanted != null && actual.contains(wanted);
        };
    }

    private static Text systemProperty(Text name, Text fallback) {
        return properties -> {
            String value = properties.systemProperty(name.required(properties));
            return value == null ? fallback.value(properties) : value;
        };
    }

    private static Text environment(Text name) {
        return properties -> properties.environment(name.required(properties));
    }

    private static Condition parsed(Text text) {
        return properties -> "true".equalsIgnoreCase(text.value(properties));
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
