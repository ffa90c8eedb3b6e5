package dev.millrace.config.logback;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Properties that only Logback defines (number 6 of what differs): inside an appender to which nobody but an appender that
 * is left out itself refers.
 */
final class LeftOutProperties {
    private static final Pattern APPENDER = Pattern.compile(
            "<appender\\s[^>]*name=\"([^\"]*)\".*?</appender>", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    private static final Pattern PROPERTY =
            Pattern.compile("<(property|variable|substitutionProperty)\\s", Pattern.CASE_INSENSITIVE);

    private LeftOutProperties() {}

    /** {@code messages}: what Millrace said of the configuration. */
    static boolean isIn(String xml, List<String> messages) {
        for (Matcher appender = APPENDER.matcher(xml); appender.find(); ) {
            String name = appender.group(1);
            if (isLeftOut(name, messages)
                    && PROPERTY.matcher(appender.group()).find()
                    && isNamed(name, xml, messages)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNamed(String name, String xml, List<String> messages) {
        for (Matcher appender = APPENDER.matcher(xml); appender.find(); ) {
            if (isLeftOut(appender.group(1), messages) && appender.group().contains(" ref=\"" + name + "\"")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLeftOut(String name, List<String> messages) {
        return messages.stream()
                .anyMatch(message ->
                        message.startsWith("MR424") && message.contains("appender " + name + " is not referenced"));
    }
}
