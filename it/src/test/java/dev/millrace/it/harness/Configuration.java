package dev.millrace.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a {@code logback.xml}. */
public final class Configuration {
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<String> appenders = new ArrayList<>();
    private final List<String> references = new ArrayList<>();

    /** Adds a property, for instance one of Millrace's options. */
    public Configuration property(String name, String value) {
        properties.put(name, value);
        return this;
    }

    /** Adds a file appender at the root. */
    public Configuration file(String name, Path file, String pattern) {
        return file(name, file, pattern, "");
    }

    /** Adds a file appender that takes warnings and errors only. */
    public Configuration warnFile(String name, Path file, String pattern) {
        return file(
                name,
                file,
                pattern,
                """
                    <filter class="ch.qos.logback.classic.filter.ThresholdFilter"><level>WARN</level></filter>
                """);
    }

    private Configuration file(String name, Path file, String pattern, String filter) {
        references.add(name);
        appenders.add(
                """
                  <appender name="%s" class="ch.qos.logback.core.FileAppender">
                    <file>%s</file>
                %s    <encoder><charset>UTF-8</charset><pattern>%s</pattern></encoder>
                  </appender>
                """
                        .formatted(name, file, filter, pattern));
        return this;
    }

    /** Adds a console appender at the root. */
    public Configuration console(String name, String pattern) {
        references.add(name);
        appenders.add(
                """
                  <appender name="%s" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><charset>UTF-8</charset><pattern>%s</pattern></encoder>
                  </appender>
                """
                        .formatted(name, pattern));
        return this;
    }

    /** Adds any XML, and a reference to the appender in it unless {@code reference} is empty. */
    public Configuration raw(String xml, String reference) {
        appenders.add(xml);
        if (!reference.isEmpty()) {
            references.add(reference);
        }
        return this;
    }

    /** Writes the file and returns it. */
    public Path write(Path target) {
        StringBuilder xml = new StringBuilder("<configuration>\n");
        properties.forEach(
                (name, value) -> xml.append("  <property name=\"%s\" value=\"%s\"/>%n".formatted(name, value)));
        appenders.forEach(xml::append);
        xml.append("  <root level=\"INFO\">\n");
        references.forEach(name -> xml.append("    <appender-ref ref=\"%s\"/>%n".formatted(name)));
        xml.append("  </root>\n</configuration>\n");
        try {
            return Files.writeString(target, xml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
