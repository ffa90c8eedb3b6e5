package dev.millrace.core;

/**
 * A logger as the engine knows it: its name and the level that is in force for it. One instance a name and engine.
 *
 * @since 0.1.0
 */
public final class LoggerNode {
    private final String name;
    private int threshold;

    LoggerNode(String name, int threshold) {
        this.name = name;
        this.threshold = threshold;
    }

    /** The logger's name. */
    public String name() {
        return name;
    }

    /** Whether events of this level (one of {@code dev.millrace.event.Levels}) are logged at all. */
    public boolean isEnabled(int level) {
        // Plain read on purpose: a level change may be seen a little later, a disabled call costs one load and compare.
        return level >= threshold;
    }
}
