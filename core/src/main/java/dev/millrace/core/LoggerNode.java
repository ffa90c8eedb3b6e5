package dev.millrace.core;

import dev.millrace.event.Levels;

/**
 * A logger as the engine knows it: its name and the level that is in force for it. One instance a name and engine.
 *
 * @since 0.1.0
 */
public final class LoggerNode {
    static final int LEVELS = Levels.ERROR / Levels.DEBUG + 1;

    private final String name;
    private final int dictionaryId;
    // Written by reloads, read by every call: volatile, so that no loop goes on with a level of before.
    // By level; null where no sink prints any, and never changed.
    private volatile int[] callerFrames;
    private volatile int threshold;
    private volatile int sinksThreshold;
    // Where turbo filters are asked first, both let every level pass.
    private volatile int enabledFrom;
    private volatile int wantedFrom;
    // Never cleared: whoever was let pass for their sake still asks the filters there are then.
    private volatile boolean turboFiltered;

    LoggerNode(
            String name,
            int threshold,
            int sinksThreshold,
            boolean turboFiltered,
            int dictionaryId,
            int[] callerFrames) {
        this.name = name;
        this.dictionaryId = dictionaryId;
        this.callerFrames = callerFrames;
        levels(threshold, sinksThreshold, turboFiltered);
    }

    /** The logger's name. */
    public String name() {
        return name;
    }

    /**
     * Whether the level is in force: what an application is told that asks. Always true where turbo filters are asked
     * first.
     *
     * @param level one of {@code dev.millrace.event.Levels}
     */
    public boolean isEnabled(int level) {
        return level >= enabledFrom;
    }

    /** Whether events of this level are logged at all: the level is in force, and some sink may take them. */
    public boolean isWanted(int level) {
        return level >= wantedFrom;
    }

    /** Whether some sink may take events of this level, whether it is in force or not. */
    public boolean isTakenBySinks(int level) {
        return level >= sinksThreshold;
    }

    /** Whether turbo filters are to be asked about each call; there may be none any more. */
    public boolean isTurboFiltered() {
        return turboFiltered;
    }

    /** The level in force, one of {@code dev.millrace.event.Levels}. */
    public int threshold() {
        return threshold;
    }

    int dictionaryId() {
        return dictionaryId;
    }

    /** Frames of the caller that the sinks print which may take its events of that level. */
    public int callerFrames(int level) {
        int[] frames = callerFrames;
        return frames == null ? 0 : frames[level / Levels.DEBUG];
    }

    /** What is in force from now on. */
    void levels(int newThreshold, int newSinksThreshold, boolean asksTurboFilters) {
        if (asksTurboFilters) {
            // Before every level passes.
            turboFiltered = true;
        }
        threshold = newThreshold;
        sinksThreshold = newSinksThreshold;
        enabledFrom = asksTurboFilters ? Integer.MIN_VALUE : newThreshold;
        wantedFrom = asksTurboFilters ? Integer.MIN_VALUE : Math.max(newThreshold, newSinksThreshold);
    }

    void callerFrames(int[] frames) {
        callerFrames = frames;
    }

    /** Those of another generation, too. */
    void addCallerFrames(int[] frames) {
        if (frames != null) {
            for (int i = 0; i < LEVELS; i++) {
                frames[i] = Math.max(frames[i], callerFrames(i * Levels.DEBUG));
            }
            callerFrames = frames;
        }
    }
}
