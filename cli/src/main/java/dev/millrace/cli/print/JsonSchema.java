package dev.millrace.cli.print;

/**
 * The names of an event's fields. A null name leaves the field out; a null object puts its entries beside the others.
 *
 * @param time when it was logged, ISO 8601 in UTC with microseconds
 * @param constant a field that is always the same, with its value, as JSON; or null
 * @param level the level's name
 * @param levelValue the level as Logback's number
 * @param logger the logger's name
 * @param thread the thread's name
 * @param message the formatted message
 * @param template the message's template
 * @param markers list of the markers
 * @param mdc object of the MDC
 * @param keyValues object of the key–value pairs
 * @param errorType class of the throwable
 * @param errorMessage message of the throwable
 * @param stackTrace the throwable as text
 */
record JsonSchema(
        String time,
        String constant,
        String level,
        String levelValue,
        String logger,
        String thread,
        String message,
        String template,
        String markers,
        String mdc,
        String keyValues,
        String errorType,
        String errorMessage,
        String stackTrace) {
    static final JsonSchema PLAIN = new JsonSchema(
            "time",
            null,
            "level",
            null,
            "logger",
            "thread",
            "message",
            "template",
            "markers",
            "mdc",
            "kv",
            "error",
            "errorMessage",
            "stackTrace");

    static final JsonSchema ECS = new JsonSchema(
            "@timestamp",
            "\"ecs.version\":\"8.11.0\"",
            "log.level",
            null,
            "log.logger",
            "process.thread.name",
            "message",
            null,
            "tags",
            "labels",
            "labels",
            "error.type",
            "error.message",
            "error.stack_trace");

    static final JsonSchema LOGSTASH = new JsonSchema(
            "@timestamp",
            "\"@version\":\"1\"",
            "level",
            "level_value",
            "logger_name",
            "thread_name",
            "message",
            null,
            "tags",
            null,
            null,
            null,
            null,
            "stack_trace");
}
