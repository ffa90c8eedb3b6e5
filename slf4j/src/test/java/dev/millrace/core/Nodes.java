package dev.millrace.core;

/** Makes the engine's loggers without an engine. */
public final class Nodes {
    private Nodes() {}

    public static LoggerNode node(String name, int threshold) {
        return new LoggerNode(name, threshold, 0, 0);
    }
}
