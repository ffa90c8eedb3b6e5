package dev.millrace.core.counter;

/**
 * Why a sink did not get an event that was logged.
 *
 * @since 0.1.0
 */
public enum DropReason {
    /** The sink lagged so far behind that it held back more than its share of the budget. */
    LAGGED(0, "sink lagged behind"),
    /** The journal's budget was spent. */
    BUDGET(1, "budget spent"),
    /** The journal's disk was full or failing. */
    DISK(2, "disk full"),
    /** The log call itself failed (stack or heap exhausted). */
    CAPTURE(3, "not captured"),
    /** The record was damaged, could not be rendered, or the sink refused it for good. */
    FAILED(4, "not written"),
    /** Left over by an earlier process for a sink that is at most once after a crash. */
    RESTART(5, "left over by an earlier process");

    /** Number of reasons. */
    public static final int COUNT = 6;

    private static final DropReason[] BY_INDEX = values();

    private final int index;
    private final String text;

    DropReason(int index, String text) {
        this.index = index;
        this.text = text;
    }

    /** Place of the reason's counters; persisted, so it never changes. */
    public int index() {
        return index;
    }

    /** The reason of an index. */
    public static DropReason of(int index) {
        return BY_INDEX[index];
    }

    /** The reason in words. */
    public String text() {
        return text;
    }
}
