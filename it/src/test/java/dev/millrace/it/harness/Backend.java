package dev.millrace.it.harness;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The backend below SLF4J, as the class path that a child process gets. Places are asked of the classes themselves, so
 * that it does not matter whether the build hands out folders of classes, one jar, or a jar a module.
 */
public enum Backend {
    /** The one that is to be proved. */
    MILLRACE(
            "dev.millrace.slf4j.MillraceServiceProvider",
            "dev.millrace.config.logback.LogbackPlanReader",
            "dev.millrace.core.Engine",
            "dev.millrace.layout.Layout",
            "dev.millrace.event.LogEvent",
            "dev.millrace.journal.Journal"),

    /** Logback with synchronous appenders: shows that the proofs themselves are right. */
    LOGBACK("ch.qos.logback.classic.Logger", "ch.qos.logback.core.Appender");

    private final List<String> markers;

    Backend(String... markers) {
        this.markers = List.of(markers);
    }

    /** The one named by the system property {@code millrace.it.backend}; Millrace when it is not set. */
    public static Backend chosen() {
        return valueOf(
                System.getProperty("millrace.it.backend", MILLRACE.name()).toUpperCase(java.util.Locale.ROOT));
    }

    /** The backend, SLF4J and the child programs; nothing else. */
    public List<Path> classPath() {
        Set<Path> places = new LinkedHashSet<>();
        places.add(placeOf("dev.millrace.it.workload.EventText"));
        places.add(placeOf("org.slf4j.LoggerFactory"));
        markers.forEach(marker -> places.add(placeOf(marker)));
        return List.copyOf(places);
    }

    /** The child programs. */
    public static Path childPrograms() {
        return placeOf("dev.millrace.it.workload.EventText");
    }

    /** SLF4J and the backend, for a program of somebody else. */
    public List<Path> placesForOthers() {
        Set<Path> places = new LinkedHashSet<>();
        places.add(placeOf("org.slf4j.LoggerFactory"));
        places.addAll(ownPlaces());
        return List.copyOf(places);
    }

    /** The queue alone, and the child programs. */
    public static List<Path> queueClassPath() {
        return List.of(placeOf("dev.millrace.it.workload.EventText"), queuePlace());
    }

    /** The same with the library for what is compressed with zstd. */
    public static List<Path> queueClassPathWithZstd() {
        List<Path> places = new ArrayList<>(queueClassPath());
        places.add(placeOf("com.github.luben.zstd.Zstd"));
        return places;
    }

    /** Where the queue lies, which the single jar leaves out. */
    public static Path queuePlace() {
        return placeOf("dev.millrace.journal.JournalQueue");
    }

    /** Where the command line lies, which is an archive of its own. */
    public static Path commandLinePlace() {
        return placeOf("dev.millrace.cli.Main");
    }

    /** Where the list sink for tests lies. */
    public static Path testkitPlace() {
        return placeOf("dev.millrace.testkit.CapturedLog");
    }

    /** Where the backend's own classes lie, without SLF4J. */
    public Set<Path> ownPlaces() {
        Set<Path> places = new LinkedHashSet<>();
        markers.forEach(marker -> places.add(placeOf(marker)));
        return places;
    }

    private static Path placeOf(String className) {
        try {
            Class<?> type = Class.forName(className, false, Backend.class.getClassLoader());
            CodeSource source = type.getProtectionDomain().getCodeSource();
            return Path.of(source.getLocation().toURI());
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IllegalStateException("not on the class path: " + className, e);
        }
    }
}
