package dev.millrace.bench.driver;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The line that every backend writes in the bench, byte by byte.
 *
 * <pre>
 * 0                        24        34     41                        66 69                                   189
 * 2026-11-21 08:00:00.000 [bench-NN] INFO  dev.millrace.bench.Driver - order IIIIIIIIII of customer CCCC… … \n
 * </pre>
 *
 * <p>All lines are equally long, so that the length of a file says how many lines it holds, and carry their thread and
 * the number within their thread, so that each one can be checked.
 *
 * @since 0.1.0
 */
public final class LineFormat {
    /** Length in bytes of a line with its end. */
    public static final int LINE_BYTES = 190;

    /** Largest number of threads that a line can tell apart. */
    public static final int MAX_THREADS = 100;

    /** Name of the logger. */
    public static final String LOGGER = "dev.millrace.bench.Driver";

    /** Added to the number of an event, so that every number has ten digits. */
    public static final long FIRST_ID = 1_000_000_000L;

    static final String TEMPLATE = "order {} of customer {} accepted with {} items;"
            + " payment, stock, address and delivery day were checked";

    /** Where the two digits of the thread begin. */
    public static final int THREAD_OFFSET = 31;

    /** Where the ten digits of the number begin. */
    public static final int ID_OFFSET = 75;

    private static final int ID_DIGITS = 10;
    private static final byte[] MIDDLE = ascii("] INFO  " + LOGGER + " - order ");
    private static final int MIDDLE_OFFSET = THREAD_OFFSET + 2;
    private static final byte[] END = ascii(TEMPLATE.substring(TEMPLATE.lastIndexOf('}') + 1) + "\n");

    private LineFormat() {}

    /** Name of a driver's thread: the part of a line that tells threads apart. */
    public static String threadName(int thread) {
        return "bench-" + (char) ('0' + thread / 10) + (char) ('0' + thread % 10);
    }

    /** True when the line that begins at the offset has the fixed bytes of a line, and digits where digits belong. */
    public static boolean isWhole(byte[] bytes, int offset) {
        return matches(bytes, offset + MIDDLE_OFFSET, MIDDLE)
                && matches(bytes, offset + LINE_BYTES - END.length, END)
                && digits(bytes, offset + THREAD_OFFSET, 2) >= 0
                && digits(bytes, offset + ID_OFFSET, ID_DIGITS) >= FIRST_ID;
    }

    /** The thread of a whole line. */
    public static int thread(byte[] bytes, int offset) {
        return (int) digits(bytes, offset + THREAD_OFFSET, 2);
    }

    /** The number, from 0, of a whole line within its thread. */
    public static long sequence(byte[] bytes, int offset) {
        return digits(bytes, offset + ID_OFFSET, ID_DIGITS) - FIRST_ID;
    }

    private static boolean matches(byte[] bytes, int offset, byte[] expected) {
        return Arrays.equals(bytes, offset, offset + expected.length, expected, 0, expected.length);
    }

    private static long digits(byte[] bytes, int offset, int count) {
        long value = 0;
        for (int i = offset; i < offset + count; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
