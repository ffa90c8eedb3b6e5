package dev.millrace.config.logback.source;

import dev.millrace.config.logback.report.Report;
import dev.millrace.config.logback.xml.XmlParser;
import dev.millrace.core.status.StatusCode;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the configuration: named by Millrace's option, named by Logback's, then on the class path.
 *
 * <p>Only the given class loader is asked, as Logback asks only its own and never the thread's.
 *
 * @since 0.1.0
 */
public final class ConfigurationFinder {
    /** System property that names a configuration, before all others. */
    public static final String MILLRACE_PROPERTY = "millrace.config";

    /** Environment variable that names a configuration when {@link #MILLRACE_PROPERTY} is not set. */
    public static final String MILLRACE_VARIABLE = "MILLRACE_CONFIG";

    /** Logback's system property that names a configuration. */
    public static final String LOGBACK_PROPERTY = "logback.configurationFile";

    private static final String TEST_RESOURCE = "logback-test.xml";
    private static final String RESOURCE = "logback.xml";
    private static final String SPRING_RESOURCE = "logback-spring.xml";

    private final ClassLoader loader;
    private final Surroundings surroundings;
    private final Report report;
    private byte[] bytes;
    private WatchList watched;

    /** A finder; a null loader stands for the system's. */
    public ConfigurationFinder(ClassLoader loader, Surroundings surroundings, Report report) {
        this.loader = loader == null ? ClassLoader.getSystemClassLoader() : loader;
        this.surroundings = surroundings;
        this.report = report;
    }

    /** The first configuration that can be read, or empty when there is none; those that it hides are reported. */
    public Optional<ConfigurationSource> find() {
        String property = surroundings.systemProperty(MILLRACE_PROPERTY);
        String variable = surroundings.environment(MILLRACE_VARIABLE);
        String logbackProperty = surroundings.systemProperty(LOGBACK_PROPERTY);
        ConfigurationSource found = named("system property " + MILLRACE_PROPERTY, property);
        if (found != null) {
            reportHidden(found, "environment variable " + MILLRACE_VARIABLE, variable);
            reportHidden(found, "system property " + LOGBACK_PROPERTY, logbackProperty);
            return Optional.of(found);
        }
        found = named("environment variable " + MILLRACE_VARIABLE, variable);
        if (found != null) {
            reportHidden(found, "system property " + LOGBACK_PROPERTY, logbackProperty);
            return Optional.of(found);
        }
        found = named("system property " + LOGBACK_PROPERTY, logbackProperty);
        if (found == null) {
            found = resource(TEST_RESOURCE);
            if (found != null) {
                URL hidden = firstResource(RESOURCE);
                reportHidden(found, "the class path", hidden == null ? null : hidden.toString());
            }
        }
        if (found == null) {
            found = resource(RESOURCE);
        }
        if (found == null) {
            reportSpring(firstResource(SPRING_RESOURCE));
        }
        return Optional.ofNullable(found);
    }

    /** The content of what was found; cut one byte beyond the size that is accepted. */
    public byte[] bytes() {
        return bytes;
    }

    /** The place of what was found, as it was just before it was read. */
    public WatchList watched() {
        return watched;
    }

    private void reportSpring(URL spring) {
        if (spring != null) {
            report.add(
                    StatusCode.MR411,
                    spring + " is not read: Spring Boot alone knows that name (call it " + RESOURCE + ")",
                    null);
        }
    }

    private void reportHidden(ConfigurationSource found, String where, String hidden) {
        if (hidden != null && !hidden.isBlank()) {
            report.add(
                    StatusCode.MR407,
                    where + " has " + hidden + ", which is not read: " + found.name() + " goes before it",
                    null);
        }
    }

    private ConfigurationSource named(String namedBy, String name) {
        if (name == null || name.isBlank()) {
            return null;
        }
        URL url = resolve(name);
        if (url == null) {
            report.add(
                    StatusCode.MR402,
                    namedBy + " names " + name + ", which is no URL, no resource of the class path and no file ("
                            + new File(name).getAbsolutePath() + "); the search goes on",
                    null);
            return null;
        }
        return read(new ConfigurationSource(url), namedBy + " names ");
    }

    private ConfigurationSource read(ConfigurationSource source, String prefix) {
        watched = new WatchList(source.url());
        try {
            bytes = source.read(XmlParser.MAX_DOCUMENT_BYTES);
            return source;
        } catch (IOException | RuntimeException e) {
            report.add(
                    StatusCode.MR402,
                    prefix + source.name() + ", which cannot be read (" + e + "); the search goes on",
                    e);
            return null;
        }
    }

    private URL resolve(String name) {
        if (loader == ClassLoader.getSystemClassLoader() && new File(name).isAbsolute()) {
            // No resource of the class path has such a name, and asking for one looks through every module of the JDK.
            URL file = file(name);
            if (file != null) {
                return file;
            }
        }
        try {
            return new URL(name);
        } catch (MalformedURLException notAnAddress) {
            URL resource = firstResource(name);
            return resource != null ? resource : file(name);
        }
    }

    private URL firstResource(String name) {
        try {
            return loader.getResource(name);
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static URL file(String name) {
        File file = new File(name);
        try {
            return file.isFile() ? file.toURI().toURL() : null;
        } catch (MalformedURLException | RuntimeException e) {
            return null;
        }
    }

    private ConfigurationSource resource(String name) {
        URL first = null;
        // By text: comparing URLs asks the domain name system.
        Set<String> places = new LinkedHashSet<>();
        try {
            Enumeration<URL> urls = loader.getResources(name);
            while (urls.hasMoreElements()) {
                URL url = urls.nextElement();
                if (first == null) {
                    first = url;
                }
                places.add(url.toString());
            }
        } catch (IOException | RuntimeException e) {
            report.add(StatusCode.MR402, "the class path could not be searched for " + name, e);
        }
        if (places.size() > 1) {
            report.add(
                    StatusCode.MR403,
                    name + " is on the class path " + places.size() + " times: " + String.join(", ", places)
                            + "; the first is used",
                    null);
        }
        return first == null ? null : read(new ConfigurationSource(first), "the class path has ");
    }
}
