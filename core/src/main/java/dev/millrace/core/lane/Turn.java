package dev.millrace.core.lane;

/**
 * When a sink may open its files: other lanes may still be writing to its place. Asked by the lane only.
 *
 * @since 0.1.0
 */
public interface Turn {
    /** Whether the others have left. */
    boolean hasCome();

    /** Whether one of them is there for sure and fails: nobody knows when it will leave. */
    default boolean isBlocked() {
        return false;
    }
}
