package dev.millrace.core.status;

import java.util.EnumMap;
import java.util.Map;

/**
 * Keeps one code from flooding standard error: a burst of {@value #BURST} lines, then one more every ten seconds.
 * Guarded by its owner's lock.
 */
final class PrintLimit {
    static final int BURST = 20;
    static final long REFILL_MILLIS = 10_000;

    private static final class Allowance {
        int tokens = BURST;
        long refilledMillis;
        long suppressed;
        boolean spent;
    }

    private final Map<StatusCode, Allowance> allowances = new EnumMap<>(StatusCode.class);

    /** -1 when the line must not be printed, else the number of lines that were held back since the last one. */
    long admit(StatusCode code, long nowMillis) {
        Allowance allowance = allowances.get(code);
        if (allowance == null) {
            allowance = new Allowance();
            allowance.refilledMillis = nowMillis;
            allowances.put(code, allowance);
        }
        refill(allowance, nowMillis);
        if (allowance.tokens == 0) {
            allowance.suppressed++;
            return -1;
        }
        allowance.tokens--;
        long held = allowance.suppressed;
        allowance.suppressed = 0;
        return held;
    }

    /** Whether the line that was admitted last is the first behind which lines of its code are held back. */
    boolean beginsToHold(StatusCode code) {
        Allowance allowance = allowances.get(code);
        boolean begins = allowance.tokens == 0 && !allowance.spent;
        allowance.spent |= begins;
        return begins;
    }

    private static void refill(Allowance allowance, long nowMillis) {
        long elapsed = nowMillis - allowance.refilledMillis;
        if (elapsed >= REFILL_MILLIS || elapsed < 0) {
            long gained = elapsed < 0 ? 1 : elapsed / REFILL_MILLIS;
            allowance.tokens = (int) Math.min(BURST, allowance.tokens + gained);
            allowance.refilledMillis = nowMillis;
        }
    }
}
