package dev.millrace.event;

import java.net.URL;
import java.security.CodeSource;

/**
 * Where a class comes from, as {@code archive:version}; {@code na} for what is not known. Runs class loaders, which are
 * foreign code; nothing is initialized.
 */
final class Packaging {
    private static final String UNKNOWN = "na";

    private Packaging() {}

    static String of(String className) {
        Class<?> found = find(className);
        return found == null ? UNKNOWN + ":" + UNKNOWN : location(found) + ":" + version(found);
    }

    private static Class<?> find(String className) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Class<?> found = loader == null ? null : find(className, loader);
        return found != null ? found : find(className, Packaging.class.getClassLoader());
    }

    private static Class<?> find(String className, ClassLoader loader) {
        try {
            return Class.forName(className, false, loader);
        } catch (Throwable e) {
            return null; // not there, or whatever else a class loader of the application's does
        }
    }

    private static String version(Class<?> type) {
        Package itsPackage = type.getPackage();
        String version = itsPackage == null ? null : itsPackage.getImplementationVersion();
        return version == null ? UNKNOWN : version;
    }

    private static String location(Class<?> type) {
        try {
            CodeSource source = type.getProtectionDomain().getCodeSource();
            URL location = source == null ? null : source.getLocation();
            String name = location == null ? null : lastName(location.toString());
            return name == null ? UNKNOWN : name;
        } catch (RuntimeException e) {
            return UNKNOWN;
        }
    }

    /** The file's name, or the directory's with its slash; null without any slash. */
    private static String lastName(String location) {
        int slash = location.lastIndexOf('/');
        if (slash >= 0 && slash == location.length() - 1) {
            slash = location.lastIndexOf('/', slash - 1);
        } else if (slash <= 0) {
            return null;
        }
        return location.substring(slash + 1);
    }
}
