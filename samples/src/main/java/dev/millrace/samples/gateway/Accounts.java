package dev.millrace.samples.gateway;

/**
 * The gateway's data, and the load on it, as functions of numbers, so that whoever reads a log line can tell whether it
 * is the right one.
 */
public final class Accounts {
    /** How many rows the table has; keys run from 0. */
    public static final int COUNT = 50_000;

    private Accounts() {}

    /** The key that a statement asks for. */
    public static int keyOf(long statementId) {
        long mixed = statementId * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 29;
        return (int) Math.floorMod(mixed, (long) COUNT);
    }

    /** The owner that the row of a key holds. */
    public static String ownerOf(int key) {
        return "owner-" + key;
    }

    /** The balance, in cents, that the row of a key holds. */
    public static long balanceOf(int key) {
        return key * 7919L % 1_000_003L;
    }
}
