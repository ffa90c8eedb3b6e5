package dev.millrace.cli.transfer;

/** Decimal digits at the beginning of eight bytes, which were read in the order of an array as a little-endian word. */
final class Digits {
    private static final long HIGH_HALVES = Scan.pattern(0xf0);
    private static final long LOW_HALVES = Scan.pattern(0x0f);
    private static final long ZEROS = Scan.pattern('0');
    /** Carries into the high half of what is above the nine. */
    private static final long ABOVE_NINE = Scan.pattern(0x10 - 10);

    private Digits() {}

    /** 1 when the first byte is {@code -}, which stands for no number; else 0. Without a branch. */
    static int isDash(long word) {
        return (int) ((((word & 0xff) ^ '-') - 1) >>> (Long.SIZE - 1));
    }

    /** How many there are, up to eight. */
    static int count(long word) {
        // A carry out of a byte goes into later ones only, and that byte is no digit itself.
        long others = ((word ^ ZEROS) | ((word + ABOVE_NINE) ^ ZEROS)) & HIGH_HALVES;
        return Long.numberOfTrailingZeros(others) >>> 3;
    }

    /** The number that the first of them say, of one to eight; of none anything. */
    static long value(long word, int digits) {
        // The first digit is the lowest byte. Moved up, all of them end at the highest, behind zeros.
        long bytes = (word & LOW_HALVES) << (Long.SIZE - Byte.SIZE * digits);
        long pairs = (bytes * 10 + (bytes >>> 8)) & 0x00ff_00ff_00ff_00ffL;
        long fours = (pairs * 100 + (pairs >>> 16)) & 0x0000_ffff_0000_ffffL;
        return (fours * 10_000 + (fours >>> 32)) & 0xffff_ffffL;
    }
}
