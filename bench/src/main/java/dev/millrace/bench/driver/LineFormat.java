package dev.millrace.bench.driver;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The line that every backend writes in the bench, byte by byte; here with the standard message and up to 100 threads.
 *
 * <pre>
 * 0                        24        34     41                        66 69                                   189
 * 2026-11-21 08:00:00.000 [bench-NN] INFO  dev.millrace.bench.Driver - order IIIIIIIIII of customer CCCC… … \n
 * </pre>
 *
 * <p>All lines of a format are equally long, so that the length of a file says how many lines it holds, and carry their
 * thread and the number within their thread, so that each one can be checked. Immutable.
 *
 * @since 0.1.0
 */
public final class LineFormat {
    /** Message length that stands for the standard message of 120 bytes with three arguments. */
    public static final int STANDARD_MESSAGE = 0;

    /** Length in bytes of a line with the standard message, with its end. */
    public static final int STANDARD_LINE_BYTES = 190;

    /** Name of the logger. */
    public static final String LOGGER = "dev.millrace.bench.Driver";

    /** Where the digits of the thread begin. */
    public static final int THREAD_OFFSET = 31;

    static final String STANDARD_TEMPLATE = "order {} of customer {} accepted with {} items;"
            + " payment, stock, address and delivery day were checked";

    private static final int FEW_THREADS = 100;
    private static final int MOST_THREADS = 100_000;
    private static final int NUMBER_ONLY_BYTES = 8;
    private static final int SHORTEST_SIZED_BYTES = 36;
    private static final String SIZED_TEMPLATE = "order {} of {}";
    private static final String CUSTOMER = "customer-1NN ";
    private static final String FILLER = "was accepted; payment, stock, address and delivery day were checked. ";

    /** What a time looks like; any digit stands for 0. */
    private static final byte[] TIME = ascii("0000-00-00 00:00:00.000");

    private static final byte[] THREAD_PREFIX = ascii(" [bench-");
    private static final int ITEMS_DIGITS = 3;
    private static final int FEWEST_ITEMS = 100;
    private static final int KINDS_OF_ITEMS = 900;
    private static final int KINDS_OF_TEXT = 64;

    private final String template;
    private final int threadDigits;
    private final int idDigits;
    private final int idOffset;
    private final long firstId;
    private final byte[] middle;
    private final byte[][] afterId;
    private final byte[] end;
    private final int lineBytes;

    private LineFormat(String template, int threadDigits, int idDigits, int messageBytes, String endOfMessage) {
        this.template = template;
        this.threadDigits = threadDigits;
        this.idDigits = idDigits;
        String beforeId = template.substring(0, template.indexOf('{'));
        this.middle = ascii("] INFO  " + LOGGER + " - " + beforeId);
        this.end = ascii(endOfMessage + "\n");
        this.idOffset = THREAD_OFFSET + threadDigits + middle.length;
        this.lineBytes = idOffset - beforeId.length() + messageBytes + 1;
        long first = 1;
        for (int i = 1; i < idDigits; i++) {
            first *= 10;
        }
        this.firstId = first;
        this.afterId = afterId();
    }

    /** The standard message with so many threads. */
    public static LineFormat standard(int threads) {
        return of(STANDARD_MESSAGE, threads);
    }

    /**
     * The format with messages of so many bytes.
     *
     * @param messageBytes {@link #STANDARD_MESSAGE}; 8 for a number alone; or from 36, the rest of which is an argument
     * @param threads how many threads a line must tell apart
     */
    public static LineFormat of(int messageBytes, int threads) {
        if (threads > MOST_THREADS) {
            throw new IllegalArgumentException(threads + " threads; a line tells " + MOST_THREADS + " apart");
        }
        int threadDigits = threads <= FEW_THREADS ? 2 : 5;
        if (messageBytes == STANDARD_MESSAGE) {
            int afterLast = STANDARD_TEMPLATE.lastIndexOf('}') + 1;
            return new LineFormat(STANDARD_TEMPLATE, threadDigits, 10, 120, STANDARD_TEMPLATE.substring(afterLast));
        }
        if (messageBytes == NUMBER_ONLY_BYTES) {
            return new LineFormat("{}", threadDigits, NUMBER_ONLY_BYTES, messageBytes, "");
        }
        if (messageBytes < SHORTEST_SIZED_BYTES) {
            throw new IllegalArgumentException("messages of " + messageBytes + " bytes; there are " + NUMBER_ONLY_BYTES
                    + " and " + SHORTEST_SIZED_BYTES + " or more");
        }
        int textBytes = messageBytes - "order ".length() - 10 - " of ".length();
        return new LineFormat(SIZED_TEMPLATE, threadDigits, 10, messageBytes, filler(textBytes - CUSTOMER.length()));
    }

    /** Length in bytes of a line with its end. */
    public int lineBytes() {
        return lineBytes;
    }

    /** Name of a driver's thread: the part of a line that tells threads apart. */
    public String threadName(int thread) {
        char[] digits = new char[threadDigits];
        int rest = thread;
        for (int i = threadDigits - 1; i >= 0; i--) {
            digits[i] = (char) ('0' + rest % 10);
            rest /= 10;
        }
        return "bench-" + String.valueOf(digits);
    }

    /** Added to the number of an event, so that all numbers have equally many digits. */
    public long firstId() {
        return firstId;
    }

    /** Where the digits of the number begin. */
    public int idOffset() {
        return idOffset;
    }

    /**
     * True when the line that begins at the offset has the fixed bytes of a line, digits where digits belong, and the
     * arguments of its number.
     */
    public boolean isWhole(byte[] bytes, int offset) {
        return isTime(bytes, offset)
                && matches(bytes, offset + TIME.length, THREAD_PREFIX)
                && matches(bytes, offset + THREAD_OFFSET + threadDigits, middle)
                && matches(bytes, offset + lineBytes - end.length, end)
                && digits(bytes, offset + THREAD_OFFSET, threadDigits) >= 0
                && hasArguments(bytes, offset, digits(bytes, offset + idOffset, idDigits));
    }

    private static boolean isTime(byte[] bytes, int offset) {
        for (int i = 0; i < TIME.length; i++) {
            byte found = bytes[offset + i];
            if (TIME[i] == '0' ? found < '0' || found > '9' : found != TIME[i]) {
                return false;
            }
        }
        return true;
    }

    private boolean hasArguments(byte[] bytes, int offset, long id) {
        if (id < firstId) {
            return false;
        }
        byte[] text = afterId[kindOfText(id)];
        int textOffset = offset + idOffset + idDigits;
        return matches(bytes, textOffset, text)
                && (!template.equals(STANDARD_TEMPLATE)
                        || digits(bytes, textOffset + text.length, ITEMS_DIGITS) == items(id));
    }

    /** What stands between the number and the items or the end of the line, by the kind of text. */
    private byte[][] afterId() {
        String[] texts = texts();
        byte[][] after = new byte[texts.length][];
        for (int i = 0; i < texts.length; i++) {
            String message = template.substring(template.indexOf('}') + 1).replaceFirst("\\{}", texts[i]);
            int items = message.indexOf('{');
            after[i] = ascii(items < 0 ? message + "\n" : message.substring(0, items));
        }
        return after;
    }

    /** The thread of a whole line. */
    public int thread(byte[] bytes, int offset) {
        return (int) digits(bytes, offset + THREAD_OFFSET, threadDigits);
    }

    /** The number, from 0, of a whole line within its thread. */
    public long sequence(byte[] bytes, int offset) {
        return digits(bytes, offset + idOffset, idDigits) - firstId;
    }

    String template() {
        return template;
    }

    /** How many arguments the template takes. */
    int arguments() {
        int count = 0;
        for (int at = template.indexOf("{}"); at >= 0; at = template.indexOf("{}", at + 2)) {
            count++;
        }
        return count;
    }

    /** The last argument of a standard message. */
    static int items(long id) {
        return FEWEST_ITEMS + (int) (id % KINDS_OF_ITEMS);
    }

    /** Which of {@link #texts()} is the second argument of a message. */
    static int kindOfText(long id) {
        return (int) id & KINDS_OF_TEXT - 1;
    }

    /** The second arguments of messages, equally long. Not used where the number is the message. */
    String[] texts() {
        String[] texts = new String[KINDS_OF_TEXT];
        for (int i = 0; i < texts.length; i++) {
            String customer = "customer-" + (100 + i);
            texts[i] = template.equals(SIZED_TEMPLATE)
                    ? customer + " " + new String(end, 0, end.length - 1, StandardCharsets.US_ASCII)
                    : customer;
        }
        return texts;
    }

    /** A whole line as the backends write it, for the drivers that write bytes. */
    byte[] line(int thread, long sequence) {
        long id = firstId + sequence;
        String message = template.replaceFirst("\\{}", Long.toString(id))
                .replaceFirst("\\{}", texts()[kindOfText(id)])
                .replaceFirst("\\{}", Integer.toString(items(id)));
        return ascii("2026-11-21 08:00:00.000 [" + threadName(thread) + "] INFO  " + LOGGER + " - " + message + "\n");
    }

    private static String filler(int length) {
        return FILLER.repeat(length / FILLER.length() + 1).substring(0, length);
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
