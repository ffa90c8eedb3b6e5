package dev.millrace.core;

/** Makes the engine's loggers without an engine. */
public final class Nodes {
    private Nodes() {}

    public static LoggerNode node(String name, int threshold) {
        return new LoggerNode(name, threshold, Integer.MIN_VALUE, false, 0, null);
    }

    /** A logger whose sinks take no event below a level. */
    public static LoggerNode takenFrom(String name, int threshold, int sinksThreshold) {
        return new LoggerNode(name, threshold, sinksThreshold, false, 0, null);
    }

    /** A logger whose calls are asked about before its level is looked at. */
    public static LoggerNode turboFiltered(String name, int threshold) {
        return new LoggerNode(name, threshold, Integer.MIN_VALUE, true, 0, null);
    }
}
