package dev.millrace.cli.transfer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A format of access logs: literal text and variables in turn. Immutable.
 *
 * @param prefix what a line begins with
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record LogFormat(ValueEscapes escapes, byte[] prefix, List<Part> parts) {
    /**
     * A variable and what follows it.
     *
     * @param literal empty for the end of the line
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Part(String variable, byte[] literal) {}

    /** nginx and Apache; the second column, {@code -} in nginx, is Apache's {@code %l}. */
    private static final String COMMON =
            "$remote_addr $ident $remote_user [$time_local] \"$request\" $status $body_bytes_sent";

    private static final String COMBINED = COMMON + " \"$http_referer\" \"$http_user_agent\"";

    static LogFormat common() {
        return of(COMMON, ValueEscapes.DEFAULT);
    }

    static LogFormat combined() {
        return of(COMBINED, ValueEscapes.DEFAULT);
    }

    /**
     * Reads a format: the text alone, or nginx's whole directive {@code log_format name escape=json '…' '…';}.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static LogFormat parse(String text) {
        String stripped = text.strip();
        return LogFormatDirective.isOne(stripped) ? LogFormatDirective.parse(stripped) : of(text, ValueEscapes.DEFAULT);
    }

    static LogFormat of(String text, ValueEscapes escapes) {
        List<Part> parts = new ArrayList<>();
        byte[] prefix = null;
        String variable = null;
        int at = 0;
        while (at < text.length()) {
            int dollar = text.indexOf('$', at);
            int end = dollar < 0 ? text.length() : dollar;
            byte[] literal = text.substring(at, end).getBytes(StandardCharsets.UTF_8);
            if (variable == null) {
                prefix = literal;
            } else {
                if (literal.length == 0) {
                    throw new IllegalArgumentException("nothing stands between $" + variable + " and the next variable,"
                            + " so nobody can tell where it ends: '" + text + "'");
                }
                parts.add(new Part(variable, literal));
            }
            variable = dollar < 0 ? null : variable(text, dollar);
            at = dollar < 0 ? end : behindVariable(text, dollar, variable);
        }
        if (variable != null) {
            parts.add(new Part(variable, new byte[0]));
        }
        if (parts.isEmpty()) {
            throw new IllegalArgumentException(
                    "no variable in the format: '" + text + "' (as in '$remote_addr [$time_local] \"$request\"')");
        }
        return new LogFormat(escapes, prefix, List.copyOf(parts));
    }

    private static String variable(String text, int dollar) {
        boolean braces = text.startsWith("{", dollar + 1);
        int from = dollar + (braces ? 2 : 1);
        int to = from;
        while (to < text.length() && isNamePart(text.charAt(to))) {
            to++;
        }
        if (to == from || (braces && !text.startsWith("}", to))) {
            throw new IllegalArgumentException(
                    "a $ without the name of a variable: '" + text + "', column " + (dollar + 1));
        }
        return text.substring(from, to);
    }

    private static int behindVariable(String text, int dollar, String variable) {
        return dollar + 1 + variable.length() + (text.startsWith("{", dollar + 1) ? 2 : 0);
    }

    private static boolean isNamePart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
}
