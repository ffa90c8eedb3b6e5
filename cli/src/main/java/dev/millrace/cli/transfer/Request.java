package dev.millrace.cli.transfer;

/**
 * The parts of a request line: {@code GET /index.html HTTP/1.1}. Nothing is lost: what is not made of these parts is
 * target as a whole, and the parts that are there, joined by blanks, are the line again.
 */
final class Request {
    private static final int MAX_METHOD_BYTES = 32;
    private static final byte[] HTTP = {'H', 'T', 'T', 'P', '/'};

    private Request() {}

    /** Sets three texts of the row; {@link Row#NO_FIELD} for one that is not wanted. */
    static void split(byte[] bytes, int from, int to, Row row, int methodField, int targetField, int protocolField) {
        int target = from;
        while (target < to && target - from < MAX_METHOD_BYTES && bytes[target] >= 'A' && bytes[target] <= 'Z') {
            target++;
        }
        if (target == from || target == to || bytes[target] != ' ') {
            row.text(targetField, bytes, from, to);
            return;
        }
        row.text(methodField, bytes, from, target);
        target++;
        int protocol = to;
        while (protocol > target && bytes[protocol - 1] != ' ') {
            protocol--;
        }
        // Without a blank before it, it would be the target itself.
        if (protocol > target && isProtocol(bytes, protocol, to)) {
            row.text(targetField, bytes, target, protocol - 1);
            row.text(protocolField, bytes, protocol, to);
        } else {
            row.text(targetField, bytes, target, to);
        }
    }

    private static boolean isProtocol(byte[] bytes, int from, int to) {
        if (to - from <= HTTP.length) {
            return false;
        }
        for (int index = 0; index < HTTP.length; index++) {
            if (bytes[from + index] != HTTP[index]) {
                return false;
            }
        }
        return true;
    }
}
