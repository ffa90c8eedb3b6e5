package dev.millrace.journal;

/**
 * The kinds of news a journal has about itself; core gives each a stable status code.
 *
 * @since 0.1.0
 */
public enum JournalNotice {
    /** The disk (or the permission to write) failed; appends are refused until it returns. */
    DISK_FULL,
    /** Space returned after {@link #DISK_FULL} or {@link #BUDGET_SPENT}. */
    SPACE_RETURNED,
    /** The budget is spent; less important records are refused. */
    BUDGET_SPENT,
    /** A caller had to wait because a segment was not ready in time. */
    SEGMENT_LATE,
    /** A claimed record has not been committed for more than a second; position and thread are named. */
    HOLE_STALLED,
    /** A cursor held back more than its share and was moved forward. */
    CURSOR_OVERRUN,
    /** Recovery skipped uncommitted ranges; position and byte count are named. */
    RECOVERED_PAST_HOLES,
    /** Recovery found damaged bytes and skipped them; position and byte count are named. */
    DAMAGED,
    /** Recovery after a different boot: only sealed and checksummed records are given back. */
    POWER_LOSS,
    /** The directory holds a journal of a newer format; it was left alone. */
    NEWER_VERSION,
    /** A directory could not be used (foreign owner, symlink, file system, permission, too small). */
    DIRECTORY_REFUSED,
    /**
     * The journal lives in memory and does not survive the process: no directory could be used, or somebody has removed its
     * files.
     */
    IN_MEMORY,
    /** An abandoned slot, most often of another identity, was removed after its time limit. */
    SLOT_EXPIRED,
    /** Another JVM or class loader writes this identity's first slot; a further slot was taken. */
    SLOT_SHARED
}
