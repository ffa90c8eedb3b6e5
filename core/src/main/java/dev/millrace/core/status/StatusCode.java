package dev.millrace.core.status;

/**
 * Every status code; docs/codes.md explains each, and a test keeps the two in step.
 *
 * <p>Blocks: 0xx life cycle, 1xx options, 2xx journal, 3xx sinks and outboxes, 4xx configuration files and
 * redaction (48x), 5xx SLF4J, 7xx libraries that a program may have.
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
    /** The configuration was reloaded. */
    MR012(Status.Severity.INFO),
    /** A changed configuration cannot be used; the one before stays in force. */
    MR013(Status.Severity.ERROR),
    /** Something that was changed takes effect with the next start. */
    MR014(Status.Severity.WARN),
    /** A sink could not write what was logged before a reload; its successor does. */
    MR015(Status.Severity.WARN),
    /** After a reload and a kill, the next start may not find the journal. */
    MR016(Status.Severity.WARN),
    /** A sink that sifts is not waited for, or does not wait, because it or the other fails. */
    MR017(Status.Severity.WARN),

    // options
    /** An option has a value that is not understood. */
    MR101(Status.Severity.WARN),
    /** The journal's budget is small. */
    MR103(Status.Severity.WARN),
    /** Something looks like an option and is none, or stands where it is not read. */
    MR104(Status.Severity.WARN),

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
    /** A line that a process left unfinished was cut from a file. */
    MR313(Status.Severity.INFO),
    /** A file cannot be rolled; it goes on being written to. */
    MR320(Status.Severity.WARN),
    /** A roll that an earlier process had begun was finished. */
    MR321(Status.Severity.INFO),
    /** A rolled file cannot be compressed; it stays as it is. */
    MR322(Status.Severity.WARN),
    /** At the end rolled files are left for the next start to compress. */
    MR323(Status.Severity.INFO),
    /** An old file cannot be removed. */
    MR324(Status.Severity.WARN),
    /** A value that events are sifted by must not become part of a file's name. */
    MR330(Status.Severity.WARN),
    /** The file of one value cannot be opened; its events are dropped. */
    MR331(Status.Severity.ERROR),
    /** The pattern of a value prints more of the caller than is captured. */
    MR332(Status.Severity.WARN),
    /** What a console leads to. */
    MR340(Status.Severity.INFO),
    /** A console takes nothing. */
    MR341(Status.Severity.ERROR),
    /** A console that took nothing takes lines again. */
    MR342(Status.Severity.WARN),
    /** A console's colour words print no colours. */
    MR343(Status.Severity.INFO),

    // configuration files
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
    /** The class of a conversion rule is not supported; the word is as it is without the rule. */
    MR418(Status.Severity.WARN),
    /** The class of an evaluator or sequence number generator is not supported; a default is used. */
    MR419(Status.Severity.WARN),
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
    /** A rolling appender cannot roll by its policies; its file grows. */
    MR425(Status.Severity.WARN),
    /** An encoder or layout is missing or not supported; the default pattern is used. */
    MR426(Status.Severity.WARN),
    /** A filter is not supported; events pass it. */
    MR427(Status.Severity.WARN),
    /** Nothing is written, or nothing by the root logger, because no usable appender is referenced. */
    MR428(Status.Severity.ERROR),
    /** Levels could not be passed on to java.util.logging. */
    MR430(Status.Severity.WARN),
    /** What an include names is not there, cannot be read, or is no included configuration. */
    MR431(Status.Severity.ERROR),
    /** An include is refused: from a network, of a file that includes it, or one too many. */
    MR432(Status.Severity.ERROR),
    /** A condition cannot be evaluated; it counts as not true. */
    MR433(Status.Severity.ERROR),
    /** What defines a variable is not supported or lacks an option; the variable stays undefined. */
    MR434(Status.Severity.WARN),
    /** A configuration that has changed cannot be used; the one before stays in force. */
    MR460(Status.Severity.ERROR),
    /** The period of looking for changes is not understood. */
    MR461(Status.Severity.WARN),
    /** A configuration cannot be watched for changes. */
    MR462(Status.Severity.WARN),
    /** A configuration is watched for changes. */
    MR463(Status.Severity.INFO),
    /** A sifting appender cannot work. */
    MR465(Status.Severity.ERROR),
    /** The class of a discriminator is not supported. */
    MR466(Status.Severity.WARN),
    /** The class of a turbo filter is not supported. */
    MR467(Status.Severity.WARN),
    /** A turbo filter lacks something that it needs. */
    MR468(Status.Severity.WARN),

    // Redaction
    /** A pattern of what is to be redacted is no regular expression. */
    MR480(Status.Severity.ERROR),
    /** The search for a pattern was given up; the text went as a whole. */
    MR481(Status.Severity.WARN),

    // SLF4J
    /** More than one SLF4J provider is present. */
    MR501(Status.Severity.WARN),
    /** The provider could not start the engine; events go to standard error. */
    MR502(Status.Severity.ERROR),

    // Libraries that the program may have
    /** Rolled files are not compressed as their name says, because the library for it is not there. */
    MR780(Status.Severity.WARN);

    private final Status.Severity severity;

    StatusCode(Status.Severity severity) {
        this.severity = severity;
    }

    /** The severity that statuses of this code have. */
    public Status.Severity severity() {
        return severity;
    }

    /**
     * Whether it tells of what a configuration says, and not of what becomes of events. Where a layout or a converter is
     * missing, that is what it does with them: it may have masked secrets.
     */
    public boolean isAboutConfiguration() {
        return this == MR310
                || this == MR311
                || this == MR312
                || (this != MR418 && this != MR426 && name().startsWith("MR4"));
    }
}
