package dev.millrace.cli.transfer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The parts of a request line: {@code GET /index.html HTTP/1.1}. Nothing is lost: what is not made of these parts is
 * target as a whole, and the parts that are there, joined by blanks, are the line again.
 */
final class Request {
    private static final int MAX_METHOD_BYTES = 32;
    private static final byte[] HTTP = {'H', 'T', 'T', 'P', '/'};
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** {@code HTTP/} and a blank before it, as a little-endian word, and which bytes of that are they. */
    private static final long BLANK_HTTP = 0x2f_50_54_54_48_20L;

    private static final long BLANK_HTTP_MASK = 0xffff_ffff_ffffL;

    /** {@code " HTTP/1.1"}: nearly all have this length. */
    private static final int USUAL_BYTES = 9;

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
        if (to - target > USUAL_BYTES && isUsual(bytes, to)) {
            row.text(targetField, bytes, target, to - USUAL_BYTES);
            row.text(protocolField, bytes, to - USUAL_BYTES + 1, to);
            return;
        }
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

    /** Whether it ends with a protocol of the usual length. */
    private static boolean isUsual(byte[] bytes, int to) {
        long start = (long) LONG.get(bytes, to - USUAL_BYTES) & BLANK_HTTP_MASK;
        return start == BLANK_HTTP && bytes[to - 3] != ' ' && bytes[to - 2] != ' ' && bytes[to - 1] != ' ';
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
