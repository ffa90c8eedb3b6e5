package dev.millrace.it.workload;

import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;

/**
 * The text of event {@code s} of thread {@code t}, known to the writer and to the checker: thread, sequence, a double
 * and a string, all of which differ from event to event. Every byte of a line can therefore be recomputed.
 */
public final class EventText {
    /** Name of the logger that writes these events. */
    public static final String LOGGER = "dev.millrace.it.Writer";

    /** First byte of a message, and its last. */
    public static final byte FENCE = '|';

    /** Every event whose sequence is a multiple of this is a warning. */
    public static final int WARN_STRIDE = 16;

    private static final String TEMPLATE = "|t={} s={} d={} x={}|";
    private static final int WORDS = 512;
    private static final int LONG_WORD_REPEATS = 300;
    private static final String[] FRACTIONS = {".0", ".25", ".5", ".75"};
    private static final String[] WORD = new String[WORDS];
    private static final byte[][] WORD_BYTES = new byte[WORDS][];

    static {
        String[] stems = {
            "select", "order-line", "naïve", "über", "漢字", "a", "customer_id", "𝄞 clef", "x=y", "\"quoted\""
        };
        for (int i = 0; i < WORDS; i++) {
            String word = stems[i % stems.length] + "-" + Long.toString(mix(i) >>> 1, 36);
            WORD[i] = i == WORDS - 1 ? word.repeat(LONG_WORD_REPEATS) : word;
            WORD_BYTES[i] = WORD[i].getBytes(StandardCharsets.UTF_8);
        }
    }

    private EventText() {}

    /** Logs event {@code s} of thread {@code t} through one of the API's ways, chosen by {@code s}. */
    public static void log(Logger logger, int t, long s) {
        boolean warn = isWarn(s);
        switch ((int) (s % 11)) {
            case 3 -> {
                String whole = message(t, s);
                if (warn) {
                    logger.warn(whole);
                } else {
                    logger.info(whole);
                }
            }
            case 5 ->
                logger.atLevel(warn ? org.slf4j.event.Level.WARN : org.slf4j.event.Level.INFO)
                        .setMessage(TEMPLATE)
                        .addArgument(t)
                        .addArgument(s)
                        .addArgument(number(t, s))
                        .addArgument(word(t, s))
                        .log();
            case 7 -> {
                String template = "|t=" + t + " s=" + s + " d={} x={}|";
                if (warn) {
                    logger.warn(template, number(t, s), word(t, s));
                } else {
                    logger.info(template, number(t, s), word(t, s));
                }
            }
            default -> {
                if (warn) {
                    logger.warn(TEMPLATE, t, s, number(t, s), word(t, s));
                } else {
                    logger.info(TEMPLATE, t, s, number(t, s), word(t, s));
                }
            }
        }
    }

    /** Whether event {@code s} is a warning; all others are of level INFO. */
    public static boolean isWarn(long s) {
        return s % WARN_STRIDE == 0;
    }

    /** The whole message. */
    public static String message(int t, long s) {
        return "|t=" + t + " s=" + s + " d=" + number(t, s) + " x=" + word(t, s) + "|";
    }

    /** A double whose shortest decimal text is the same on every JDK. */
    static double number(int t, long s) {
        return (double) (mix(t, s) >>> 48) + 0.25 * (s & 3);
    }

    private static String word(int t, long s) {
        return WORD[(int) mix(t, s) & (WORDS - 1)];
    }

    /** Appends the message's UTF-8 bytes to {@code target} and returns the new length. */
    static int append(byte[] target, int length, int t, long s) {
        int end = ascii(target, length, "|t=");
        end = decimal(target, end, t);
        end = ascii(target, end, " s=");
        end = decimal(target, end, s);
        end = ascii(target, end, " d=");
        end = decimal(target, end, mix(t, s) >>> 48);
        end = ascii(target, end, FRACTIONS[(int) (s & 3)]);
        end = ascii(target, end, " x=");
        byte[] word = WORD_BYTES[(int) mix(t, s) & (WORDS - 1)];
        System.arraycopy(word, 0, target, end, word.length);
        end += word.length;
        target[end] = FENCE;
        return end + 1;
    }

    static int ascii(byte[] target, int length, String text) {
        int end = length;
        for (int i = 0; i < text.length(); i++) {
            target[end++] = (byte) text.charAt(i);
        }
        return end;
    }

    private static int decimal(byte[] target, int length, long value) {
        int digits = 1;
        for (long rest = value / 10; rest != 0; rest /= 10) {
            digits++;
        }
        long rest = value;
        for (int i = length + digits - 1; i >= length; i--) {
            target[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return length + digits;
    }

    private static long mix(int t, long s) {
        return mix(t * 0x9E3779B97F4A7C15L + s);
    }

    private static long mix(long seed) {
        long z = (seed ^ (seed >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
