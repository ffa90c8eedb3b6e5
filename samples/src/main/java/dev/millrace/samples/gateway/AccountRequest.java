package dev.millrace.samples.gateway;

/**
 * {@code GET /account/<key>?statement=<id>&trace=<lines>}: one point select.
 *
 * @param key the account asked for
 * @param statementId the client's number for this statement; it is logged and answered
 * @param traceLines how many lines of trace the gateway logs while it runs the statement
 */
record AccountRequest(int key, long statementId, int traceLines) {
    private static final int MAX_TRACE_LINES = 1_000;

    /** Reads a request line; null when it is not a request for an account. */
    static AccountRequest parse(String requestLine) {
        String prefix = "GET /account/";
        int question = requestLine.indexOf('?');
        int targetEnd = requestLine.indexOf(' ', prefix.length());
        if (!requestLine.startsWith(prefix) || targetEnd < 0 || question < 0 || question > targetEnd) {
            return null;
        }
        try {
            int key = Integer.parseInt(requestLine, prefix.length(), question, 10);
            long statementId = parameter(requestLine, "statement=", question, targetEnd, 0);
            long traceLines = parameter(requestLine, "trace=", question, targetEnd, 0);
            return new AccountRequest(key, statementId, (int) Math.min(Math.max(traceLines, 0), MAX_TRACE_LINES));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static long parameter(String line, String name, int from, int to, long absent) {
        int at = line.indexOf(name, from);
        if (at < 0 || at >= to) {
            return absent;
        }
        int valueStart = at + name.length();
        int ampersand = line.indexOf('&', valueStart);
        int valueEnd = ampersand < 0 || ampersand > to ? to : ampersand;
        return Long.parseLong(line, valueStart, valueEnd, 10);
    }
}
