package dev.millrace.core;

import java.util.List;
import java.util.Map;

/**
 * What management tools see of an engine: {@code dev.millrace:type=Engine,name=<context>}.
 *
 * @since 0.1.0
 */
public interface EngineMXBean {
    /** What the configuration was read from. */
    String getSource();

    /** How often a reload has put another plan in force. */
    int getGeneration();

    /**
     * Reads the configuration again and puts it in force.
     *
     * @return false when it cannot be used and the one before stays in force; a status says why
     */
    boolean reload();

    /** Where the journal lives; null when it lives in memory. */
    String getJournalDirectory();

    /** Bytes of all journal files. */
    long getJournalBytes();

    /** Events that were logged in this process, refused ones included. */
    long getAccepted();

    /** Events among them that the journal did not take. */
    long getRefused();

    /** By sink: {@code accepted}, {@code delivered}, {@code filtered}, {@code dropped}, {@code pending}. */
    Map<String, Map<String, Long>> getSinks();

    /** By sink: what was dropped, as {@code REASON.LEVEL}. */
    Map<String, Map<String, Long>> getDropped();

    /** The engine's statuses, oldest first, a line each with its time and reason. */
    List<String> getStatuses();
}
