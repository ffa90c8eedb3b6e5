package dev.millrace.config.logback.model;

import dev.millrace.core.status.StatusCode;
import java.util.Locale;

/**
 * Elements that Logback or its companions know and this reader does not act on, with what happens instead.
 *
 * @param code how to report it
 * @param instead what happens instead
 */
record Unsupported(StatusCode code, String instead) {

    /** What is known of a tag directly below {@code <configuration>}, or null. */
    static Unsupported atTop(String tag) {
        return switch (tag.toLowerCase(Locale.ROOT)) {
            case "springproperty" -> warn("it needs Spring Boot: the variable stays undefined");
            case "insertfromjndi" ->
                warn("JNDI is never asked: the variable stays undefined"
                        + " (use a system property or an environment variable)");
            case "newrule" -> warn("no rule is added: elements meant for it are ignored");
            case "serializemodel" -> warn("no file is written");
            case "consoleplugin" -> warn("no connection is made");
            case "propertiesconfigurator" -> warn("the file it names is not read");
            case "contextproperty" -> warn("the variable stays undefined (use <property scope=\"context\">)");
            case "receiver" -> warn("no port is opened");
            case "jmxconfigurator" -> warn("nothing is registered for it");
            default -> null;
        };
    }

    /** What is known of a tag that may stand anywhere. */
    static Unsupported anywhere(String tag) {
        return switch (tag.toLowerCase(Locale.ROOT)) {
            case "springprofile" -> warn("it needs Spring Boot: its content is ignored");
            case "sift" -> warn("it means something directly inside a sifting appender only; its content is ignored");
            default -> throw new IllegalArgumentException(tag);
        };
    }

    private static Unsupported warn(String instead) {
        return new Unsupported(StatusCode.MR411, instead);
    }
}
