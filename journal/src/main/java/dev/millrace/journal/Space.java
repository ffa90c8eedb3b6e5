package dev.millrace.journal;

/** Whether the journal can grow. */
enum Space {
    /** The keeper prepares ahead of the tail; an appender that comes too early waits for it. */
    OPEN,
    /** The budget is spent: what is prepared remains, its last part for important records. */
    SPENT,
    /** The disk is full or fails: the same, until the keeper's next attempt succeeds. */
    FAILING,
    /** No keeper any more: late appenders keep house themselves. */
    CLOSED
}
