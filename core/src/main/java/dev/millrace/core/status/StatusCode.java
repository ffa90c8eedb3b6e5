package dev.millrace.core.status;

/**
 * Every status code; docs/codes.md explains each, and a test keeps the two in step.
 *
 * @since 0.1.0
 */
public enum StatusCode {
    /** Millrace started. */
    MR001(Status.Severity.INFO),

    // configuration
    /** A configuration was read. */
    MR401(Status.Severity.INFO),
    /** A configuration that was named or found cannot be used; the search goes on. */
    MR402(Status.Severity.WARN),
    /** The class path holds several configurations of one name; the first is used. */
    MR403(Status.Severity.WARN),
    /** There is no configuration: console, DEBUG, default pattern. */
    MR404(Status.Severity.INFO),
    /** The configuration is not well-formed: console, DEBUG, default pattern. */
    MR405(Status.Severity.ERROR),
    /** A document type declaration, an entity or undecodable bytes were passed over. */
    MR406(Status.Severity.WARN),
    /** Another configuration is not read, because the one in force goes before it. */
    MR407(Status.Severity.INFO),
    /** An element is not known or lacks an attribute; it is ignored. */
    MR410(Status.Severity.WARN),
    /** An element that Logback knows is not supported. */
    MR411(Status.Severity.WARN),
    /** An option is understood, but nothing or something else is done for it. */
    MR412(Status.Severity.INFO),
    /** Something is written in a deprecated way; it is understood. */
    MR413(Status.Severity.WARN),
    /** The value of an option is not valid; a default is used. */
    MR414(Status.Severity.WARN),
    /** Variables of a text cannot be substituted; the text stays as it is written. */
    MR415(Status.Severity.ERROR),
    /** A variable is not defined. */
    MR416(Status.Severity.WARN),
    /** A file or resource of properties cannot be read. */
    MR417(Status.Severity.ERROR),
    /** An appender class is not supported; what is logged to it goes nowhere. */
    MR420(Status.Severity.ERROR),
    /** An appender cannot work as it is configured; what is logged to it goes nowhere. */
    MR421(Status.Severity.ERROR),
    /** Two appenders are configured for one file; the second is refused. */
    MR422(Status.Severity.ERROR),
    /** A reference names no appender, or stands where none can; it is ignored. */
    MR423(Status.Severity.WARN),
    /** An appender is not referenced; it is left out. */
    MR424(Status.Severity.INFO),
    /** A rolling appender does not roll; its file grows. */
    MR425(Status.Severity.WARN),
    /** An encoder or layout is missing or not supported; the default pattern is used. */
    MR426(Status.Severity.WARN),
    /** A filter is not supported; events pass it. */
    MR427(Status.Severity.WARN),
    /** Nothing is written, or nothing by the root logger, because no usable appender is referenced. */
    MR428(Status.Severity.ERROR);

    private final Status.Severity severity;

    StatusCode(Status.Severity severity) {
        this.severity = severity;
    }

    /** The severity that statuses of this code have. */
    public Status.Severity severity() {
        return severity;
    }
}
