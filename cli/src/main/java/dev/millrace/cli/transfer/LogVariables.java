package dev.millrace.cli.transfer;

import java.util.Map;

/** What nginx's variables hold, where it is no plain text. */
final class LogVariables {
    static final String REQUEST = "request";

    /** What a request line is taken apart into. */
    static final String METHOD = "method";

    static final String TARGET = "target";
    static final String PROTOCOL = "protocol";

    /** A time with a blank before its zone. */
    static final String TIME_LOCAL = "time_local";

    private static final Map<String, FieldType> TYPES = Map.ofEntries(
            Map.entry(TIME_LOCAL, FieldType.TIME),
            Map.entry("time_iso8601", FieldType.TIME),
            Map.entry("msec", FieldType.TIME),
            Map.entry("status", FieldType.INTEGER),
            Map.entry("body_bytes_sent", FieldType.INTEGER),
            Map.entry("bytes_sent", FieldType.INTEGER),
            Map.entry("request_length", FieldType.INTEGER),
            Map.entry("content_length", FieldType.INTEGER),
            Map.entry("connection", FieldType.INTEGER),
            Map.entry("connection_requests", FieldType.INTEGER),
            Map.entry("remote_port", FieldType.INTEGER),
            Map.entry("server_port", FieldType.INTEGER),
            Map.entry("pid", FieldType.INTEGER),
            Map.entry("request_time", FieldType.NUMBER),
            Map.entry("connection_time", FieldType.NUMBER));

    private LogVariables() {}

    static FieldType typeOf(String variable) {
        return TYPES.getOrDefault(variable, FieldType.TEXT);
    }

    /** Whether a value may be a list, {@code 0.1, 0.2 : 0.3}, with a blank behind commas and around colons. */
    static boolean isList(String variable) {
        return variable.startsWith("upstream_");
    }

    /** Whether a value may be an IPv6 address, and so hold colons. */
    static boolean isAddress(String variable) {
        return variable.endsWith("_addr") || variable.endsWith("host");
    }
}
