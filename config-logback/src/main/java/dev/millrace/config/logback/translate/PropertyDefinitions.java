package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.PropertyItem;
import dev.millrace.core.status.StatusCode;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Properties;

/** Defines what {@code <property>} says: a value, or those of a file or resource. */
final class PropertyDefinitions {
    private final Translation translation;
    private final ClassLoader loader;

    PropertyDefinitions(Translation translation, ClassLoader loader) {
        this.translation = translation;
        this.loader = loader;
    }

    void define(PropertyItem item) {
        if (!Scope.isKnown(item.scope())) {
            translation.report(
                    StatusCode.MR414, item.line(), "there is no scope \"" + item.scope() + "\"; local is used");
        }
        boolean named = isGiven(item.name());
        boolean valued = isGiven(item.value());
        boolean filed = isGiven(item.file());
        boolean resourced = isGiven(item.resource());
        if (filed && !named && !valued && !resourced) {
            defineFile(item);
        } else if (resourced && !named && !valued && !filed) {
            defineResource(item);
        } else if (named && valued && !filed && !resourced) {
            String value = translation.substitute(item.value().trim(), item.line());
            translation.variables().define(Scope.of(item.scope()), item.name(), value);
        } else {
            translation.report(
                    StatusCode.MR410,
                    item.line(),
                    "<property> needs either name and value, neither empty, or file, or resource; it is ignored");
        }
    }

    private void defineFile(PropertyItem item) {
        String file = translation.substitute(item.file(), item.line());
        try (InputStream in = new FileInputStream(file)) {
            defineAll(item, in);
        } catch (IOException | IllegalArgumentException e) {
            reportUnreadable(item, "file " + file, e);
        }
    }

    private void defineResource(PropertyItem item) {
        String name = translation.substitute(item.resource(), item.line());
        URL url = loader == null ? ClassLoader.getSystemResource(name) : loader.getResource(name);
        if (url == null) {
            translation.report(
                    StatusCode.MR417,
                    item.line(),
                    "the class path has no resource " + name + "; none of its properties is defined");
            return;
        }
        try (InputStream in = url.openStream()) {
            defineAll(item, in);
        } catch (IOException | IllegalArgumentException e) {
            reportUnreadable(item, "resource " + url, e);
        }
    }

    private void defineAll(PropertyItem item, InputStream in) throws IOException {
        Properties properties = new Properties();
        properties.load(in);
        for (String name : properties.stringPropertyNames()) {
            if (!name.isEmpty()) {
                translation.variables().define(Scope.of(item.scope()), name, properties.getProperty(name));
            }
        }
    }

    private void reportUnreadable(PropertyItem item, String what, Exception cause) {
        translation.report(
                StatusCode.MR417,
                item.line(),
                what + " cannot be read (" + cause.getMessage() + "); none of its properties is defined",
                cause);
    }

    private static boolean isGiven(String attribute) {
        return attribute != null && !attribute.trim().isEmpty();
    }
}
