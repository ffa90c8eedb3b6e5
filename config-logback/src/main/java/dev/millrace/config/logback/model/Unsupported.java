package dev.millrace.config.logback.model;

import java.util.Locale;

/** What happens instead of elements that Logback or its companions know and this reader does not act on. */
final class Unsupported {
    private Unsupported() {}

    /** Of a tag directly below {@code <configuration>}; null when it is none of them. */
    static String atTop(String tag) {
        return switch (tag.toLowerCase(Locale.ROOT)) {
            case "springproperty" -> "it needs Spring Boot: the variable stays undefined";
            case "insertfromjndi" ->
                "JNDI is never asked: the variable stays undefined"
                        + " (use a system property or an environment variable)";
            case "newrule" -> "no rule is added: elements meant for it are ignored";
            case "serializemodel" -> "no file is written";
            case "consoleplugin" -> "no connection is made";
            case "propertiesconfigurator" -> "the file it names is not read";
            case "contextproperty" -> "the variable stays undefined (use <property scope=\"context\">)";
            case "receiver" -> "no port is opened";
            case "jmxconfigurator" -> "nothing is registered for it";
            default -> null;
        };
    }

    /** Of a tag that may stand anywhere. */
    static String anywhere(String tag) {
        return switch (tag.toLowerCase(Locale.ROOT)) {
            case "springprofile" -> "it needs Spring Boot: its content is ignored";
            case "sift" -> "it means something directly inside a sifting appender only; its content is ignored";
            default -> throw new IllegalArgumentException(tag);
        };
    }
}
