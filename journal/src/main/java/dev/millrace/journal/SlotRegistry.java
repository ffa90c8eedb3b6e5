package dev.millrace.journal;

import java.nio.file.Path;

/**
 * Which slots this JVM holds, across class loaders: opening a lock file a second time in one process and closing it
 * again would drop the first lock. Kept as text in a system property, the one place that all class loaders share.
 */
final class SlotRegistry {
    private static final String PROPERTY = "dev.millrace.slots";
    private static final String SEPARATOR = "\n";

    private SlotRegistry() {}

    /** Enters a lock file; false when some class loader of this JVM holds it. */
    static boolean enter(Path lockFile) {
        String entry = lockFile.toAbsolutePath().normalize() + SEPARATOR;
        synchronized (System.getProperties()) {
            String held = System.getProperty(PROPERTY, "");
            if (held.startsWith(entry) || held.contains(SEPARATOR + entry)) {
                return false;
            }
            System.setProperty(PROPERTY, held + entry);
            return true;
        }
    }

    /** Whether some class loader of this JVM holds the lock file. */
    static boolean holds(Path lockFile) {
        String entry = lockFile.toAbsolutePath().normalize() + SEPARATOR;
        String held = System.getProperty(PROPERTY, "");
        return held.startsWith(entry) || held.contains(SEPARATOR + entry);
    }

    static void leave(Path lockFile) {
        String entry = lockFile.toAbsolutePath().normalize() + SEPARATOR;
        synchronized (System.getProperties()) {
            String held = System.getProperty(PROPERTY, "");
            int at = held.startsWith(entry) ? 0 : held.indexOf(SEPARATOR + entry) + 1;
            if (at > 0 || held.startsWith(entry)) {
                String rest = held.substring(0, at) + held.substring(at + entry.length());
                if (rest.isEmpty()) {
                    System.clearProperty(PROPERTY);
                } else {
                    System.setProperty(PROPERTY, rest);
                }
            }
        }
    }
}
