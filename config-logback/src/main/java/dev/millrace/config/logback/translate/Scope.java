package dev.millrace.config.logback.translate;

/** Where a variable is defined. */
enum Scope {
    /** In the configuration itself. */
    LOCAL,
    /** In the logging context, where layouts see it too. */
    CONTEXT,
    /** Among the system properties. */
    SYSTEM;

    static Scope of(String name) {
        if (SYSTEM.name().equalsIgnoreCase(name)) {
            return SYSTEM;
        }
        return CONTEXT.name().equalsIgnoreCase(name) ? CONTEXT : LOCAL;
    }

    /** Whether a name says what {@link #of} makes of it. */
    static boolean isKnown(String name) {
        return name == null
                || name.isBlank()
                || of(name) != LOCAL
                || LOCAL.name().equalsIgnoreCase(name);
    }
}
