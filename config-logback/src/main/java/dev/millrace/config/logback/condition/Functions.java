package dev.millrace.config.logback.condition;

import java.util.List;

/** What can be called by its name. */
final class Functions {
    private Functions() {}

    static Term call(String name, List<Text> arguments) throws ConditionException {
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
                throw new ConditionException(
                        called("function " + name, arguments.size()) + " (isDefined, isNull, property, p,"
                                + " propertyEquals, propertyContains, System.getProperty, System.getenv and"
                                + " Boolean.parseBoolean are understood)");
        };
    }

    /** How a message says what was called and is not understood. */
    static String called(String what, int arguments) {
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
}
