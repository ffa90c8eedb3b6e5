package dev.millrace.core.counter;

/**
 * Why a sink did not get an event that was logged.
 *
 * @since 0.1.0
 */
public enum DropReason {
    /** The sink lagged so far behind that it held back more than its share of the budget. */
    LAGGED("sink lagged behind"),
    /** The journal's budget was spent. */
    BUDGET("budget spent"),
    /** The journal's disk was full or failing. */
    DISK("disk full"),
    /** The log call itself failed (stack or heap exhausted). */
    CAPTURE("not captured"),
    /** The record was damaged, could not be rendered, or the sink refused it for good. */
    FAILED("not written"),
    /** Left over by an earlier process for a sink that is at most once after a crash. */
    RESTART("left over by an earlier process");

    private static final DropReason[] VALUES = values();

    private final String text;

    DropReason(String text) {
        this.text = text;
    }

    /** The reason in words. */
    public String text() {
        return text;
    }

    static DropReason of(int ordinal) {
        return VALUES[ordinal];
    }

    static int count() {
        return VALUES.length;
    }
}
