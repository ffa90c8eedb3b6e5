package dev.millrace.core;

/**
 * A logger as the engine knows it: its name and the level that is in force for it. One instance a name and engine.
 *
 * @since 0.1.0
 */
public final class LoggerNode {
    private final String name;
    private final int dictionaryId;
    private final int callerFrames;
    private final int threshold;
    private final int sinksThreshold;
    // Where turbo filters are asked first, both let every level pass.
    private final int enabledFrom;
    private final int wantedFrom;

    LoggerNode(String name, int threshold, int dictionaryId, int callerFrames) {
        this(name, threshold, Integer.MIN_VALUE, false, dictionaryId, callerFrames);
    }

    LoggerNode(
            String name, int threshold, int sinksThreshold, boolean turboFiltered, int dictionaryId, int callerFrames) {
        this.name = name;
        this.threshold = threshold;
        this.sinksThreshold = sinksThreshold;
        this.enabledFrom = turboFiltered ? Integer.MIN_VALUE : threshold;
        this.wantedFrom = turboFiltered ? Integer.MIN_VALUE : Math.max(threshold, sinksThreshold);
        this.dictionaryId = dictionaryId;
        this.callerFrames = callerFrames;
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
}
