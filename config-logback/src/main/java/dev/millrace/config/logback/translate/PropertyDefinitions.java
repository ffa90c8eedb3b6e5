package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.PropertyItem;
import dev.millrace.config.logback.source.ConfigurationSource;
import dev.millrace.core.status.StatusCode;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Properties;

/** Defines what {@code <property>} says: a value, or those of a file or resource. */
final class PropertyDefinitions {
    private static final int MAX_BYTES = 1 << 20;

    private final Translation translation;

    PropertyDefinitions(Translation translation) {
        this.translation = translation;
    }

    void define(PropertyItem item) {
        Scope scope = translation.scope(item.scope(), item.line());
        boolean named = isGiven(item.name());
        boolean valued = isGiven(item.value());
        boolean filed = isGiven(item.file());
        boolean resourced = isGiven(item.resource());
        if (filed && !named && !valued && !resourced) {
            defineFile(item, scope);
        } else if (resourced && !named && !valued && !filed) {
            defineResource(item, scope);
        } else if (named && valued && !filed && !resourced) {
            String value = translation.substitute(item.value().trim(), item.line());
            translation.variables().define(scope, item.name(), value);
        } else {
            translation.report(
                    StatusCode.MR410,
                    item.line(),
                    "<property> needs either name and value, neither empty, or file, or resource; it is ignored");
        }
    }

    private void defineFile(PropertyItem item, Scope scope) {
        String name = translation.substitute(item.file(), item.line());
        File file = new File(name);
        translation.watchList().add(file);
        // What is no plain file may never end, or never begin.
        if (file.exists() && !file.isFile()) {
            reportUnreadable(item, "file " + name, "it is no plain file", null);
            return;
        }
        try (InputStream in = new FileInputStream(file)) {
            defineAll(in, scope);
        } catch (IOException | IllegalArgumentException e) {
            reportUnreadable(item, "file " + name, e.getMessage(), e);
        }
    }

    private void defineResource(PropertyItem item, Scope scope) {
        String name = translation.substitute(item.resource(), item.line());
        URL url = translation.resource(name);
        if (url == null) {
            translation.report(
                    StatusCode.MR417,
                    item.line(),
                    "the class path has no resource " + name + "; none of its properties is defined");
            return;
        }
        try {
            translation.watchList().add(url);
            byte[] content = new ConfigurationSource(url).read(MAX_BYTES);
            defineAll(new ByteArrayInputStream(content), scope);
        } catch (IOException | IllegalArgumentException e) {
            reportUnreadable(item, "resource " + url, e.getMessage(), e);
        }
    }

    private void defineAll(InputStream in, Scope scope) throws IOException {
        byte[] content = in.readNBytes(MAX_BYTES + 1);
        if (content.length > MAX_BYTES) {
            throw new IOException("it has more than " + MAX_BYTES + " bytes");
        }
        Properties properties = new Properties();
        properties.load(new ByteArrayInputStream(content));
        for (String name : properties.stringPropertyNames()) {
            if (!name.isEmpty()) {
                translation.variables().define(scope, name, properties.getProperty(name));
            }
        }
    }

    private void reportUnreadable(PropertyItem item, String what, String why, Exception cause) {
        translation.report(
                StatusCode.MR417,
                item.line(),
                what + " cannot be read (" + why + "); none of its properties is defined",
                cause);
    }

    private static boolean isGiven(String attribute) {
        return attribute != null && !attribute.trim().isEmpty();
    }
}
