package dev.millrace.core.status;

import java.util.Arrays;

/**
 * Keeps one code from flooding standard error: a burst of {@value #BURST} lines, then one more every ten seconds.
 * Guarded by its owner's lock.
 */
final class PrintLimit {
    static final int BURST = 20;
    static final long REFILL_MILLIS = 10_000;

    private final int[] tokens = new int[StatusCode.values().length];
    private final long[] refilledMillis = new long[tokens.length];
    private final long[] suppressed = new long[tokens.length];

    PrintLimit() {
        Arrays.fill(tokens, BURST);
    }

    /** -1 when the line must not be printed, else the number of lines that were held back since the last one. */
    long admit(StatusCode code, long nowMillis) {
        int i = code.ordinal();
        refill(i, nowMillis);
        if (tokens[i] == 0) {
            suppressed[i]++;
            return -1;
        }
        tokens[i]--;
        long held = suppressed[i];
        suppressed[i] = 0;
        return held;
    }

    private void refill(int i, long nowMillis) {
        long elapsed = nowMillis - refilledMillis[i];
        if (elapsed >= REFILL_MILLIS || elapsed < 0) {
            long gained = elapsed < 0 ? 1 : elapsed / REFILL_MILLIS;
            tokens[i] = (int) Math.min(BURST, tokens[i] + gained);
            refilledMillis[i] = nowMillis;
        }
    }
}
