package dev.millrace.core;

/**
 * A logger as the engine knows it: its name and the level that is in force for it. One instance a name and engine.
 *
 * @since 0.1.0
 */
public final class LoggerNode {
    private final String name;
    private final int dictionaryId;
    // Written by reloads, read by every call: volatile, so that no loop goes on with a level of before.
    private volatile int threshold;
    private volatile int callerFrames;

    LoggerNode(String name, int threshold, int dictionaryId, int callerFrames) {
        this.name = name;
        this.threshold = threshold;
        this.dictionaryId = dictionaryId;
        this.callerFrames = callerFrames;
    }

    /** The logger's name. */
    public String name() {
        return name;
    }

    /** Whether events of this level (one of {@code dev.millrace.event.Levels}) are logged at all. */
    public boolean isEnabled(int level) {
        return level >= threshold;
    }

    /** The level in force, one of {@code dev.millrace.event.Levels}. */
    public int threshold() {
        return threshold;
    }

    int dictionaryId() {
        return dictionaryId;
    }

    int callerFrames() {
        return callerFrames;
    }

    void threshold(int level) {
        threshold = level;
    }

    void callerFrames(int frames) {
        callerFrames = frames;
    }
}
