package dev.millrace.cli.select;

/**
 * An entry that an event must have.
 *
 * @param key its name
 * @param value what it must be, {@code *} standing for anything; null where it is enough that the key is there
 * @since 0.1.0
 */
public record WantedPair(String key, String value) {
    boolean accepts(String candidate) {
        return value == null || new Glob(value).matches(candidate);
    }
}
