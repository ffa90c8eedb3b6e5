package dev.millrace.core.status;

/**
 * Every status code; docs/codes.md explains each, and a test keeps the two in step.
 *
 * <p>Blocks: 0xx life cycle, 1xx options, 2xx journal, 3xx sinks and outboxes, 4xx configuration files, 5xx SLF4J.
 *
 * @since 0.1.0
 */
public enum StatusCode {
    // life cycle
    /** Millrace started. */
    MR001(Status.Severity.INFO),
    /** No configuration was found; the default plan runs. */
    MR002(Status.Severity.INFO),
    /** A configuration reader failed. */
    MR003(Status.Severity.ERROR),
    /** Something failed while Millrace started; it goes on without it. */
    MR004(Status.Severity.ERROR),
    /** Events remain in the journal after the shutdown time-out. */
    MR005(Status.Severity.WARN),
    /** Events were dropped in the life of this process. */
    MR006(Status.Severity.WARN),
    /** Log calls could not be captured. */
    MR007(Status.Severity.WARN),
    /** A background thread of Millrace failed and goes on. */
    MR008(Status.Severity.ERROR),
    /** The journal of an earlier process that had died was finished. */
    MR009(Status.Severity.INFO),
    /** The journal of an earlier process could not be finished. */
    MR010(Status.Severity.WARN),
    /** The management bean could not be registered. */
    MR011(Status.Severity.INFO),

    // options
    /** An option has a value that is not understood. */
    MR101(Status.Severity.WARN),
    /** An option is not available yet. */
    MR102(Status.Severity.WARN),
    /** The journal's budget is small. */
    MR103(Status.Severity.WARN),

    // journal: one per kind of news that the journal has
    /** The disk is full or failing. */
    MR201(Status.Severity.ERROR),
    /** Space returned. */
    MR202(Status.Severity.WARN),
    /** The budget is spent. */
    MR203(Status.Severity.WARN),
    /** A caller waited for a segment. */
    MR204(Status.Severity.WARN),
    /** A claimed record is not committed. */
    MR205(Status.Severity.WARN),
    /** A sink lagged too far behind. */
    MR206(Status.Severity.WARN),
    /** Recovery passed over uncommitted ranges. */
    MR207(Status.Severity.INFO),
    /** Recovery found damaged bytes. */
    MR208(Status.Severity.WARN),
    /** Recovery after the machine went down. */
    MR209(Status.Severity.WARN),
    /** The directory holds a journal of a newer format. */
    MR210(Status.Severity.WARN),
    /** A directory cannot hold a journal. */
    MR211(Status.Severity.WARN),
    /** The journal lives in memory. */
    MR212(Status.Severity.WARN),
    /** An abandoned journal was removed. */
    MR213(Status.Severity.WARN),
    /** Another process or class loader runs the same configuration. */
    MR214(Status.Severity.INFO),

    // sinks and outboxes
    /** A sink fails. */
    MR301(Status.Severity.ERROR),
    /** A sink works again. */
    MR302(Status.Severity.WARN),
    /** A sink's file vanished and was created again. */
    MR303(Status.Severity.WARN),
    /** An interrupted batch was finished. */
    MR304(Status.Severity.INFO),
    /** Lines may stand twice in a file. */
    MR305(Status.Severity.WARN),
    /** A sink with pending events is no longer configured. */
    MR306(Status.Severity.WARN),
    /** Events of an earlier process for a console were not printed. */
    MR307(Status.Severity.WARN),
    /** A record could not be read or rendered. */
    MR308(Status.Severity.WARN),
    /** A sink's outbox cannot be used. */
    MR309(Status.Severity.WARN),
    /** A layout's pattern has a problem. */
    MR310(Status.Severity.WARN),
    /** A logger refers to a sink that does not exist. */
    MR311(Status.Severity.WARN),
    /** A sink's charset cannot encode. */
    MR312(Status.Severity.WARN),

    // configuration files

    // SLF4J
    /** More than one SLF4J provider is present. */
    MR501(Status.Severity.WARN),
    /** The provider could not start the engine; events go to standard error. */
    MR502(Status.Severity.ERROR);

    private final Status.Severity severity;

    StatusCode(Status.Severity severity) {
        this.severity = severity;
    }

    /** The severity that statuses of this code have. */
    public Status.Severity severity() {
        return severity;
    }
}
