package dev.millrace.core.option;

import java.util.Locale;

/**
 * What {@code millrace.journal.retain} says: a size, a time, or both with a comma between.
 *
 * @param bytes 0 where no size is given
 * @param millis 0 where no time is given
 */
record RetainedAmount(long bytes, long millis) {
    static final RetainedAmount NOTHING = new RetainedAmount(0, 0);

    /** Null when it is not understood. */
    static RetainedAmount parse(String text) {
        if (text.equalsIgnoreCase("none")) {
            return NOTHING;
        }
        long bytes = 0;
        long millis = 0;
        for (String part : text.split(",", -1)) {
            String amount = part.trim().toLowerCase(Locale.ROOT);
            // 10m are minutes: a size says its B, and a number alone says nothing.
            boolean size = amount.endsWith("b");
            boolean time = !size && !amount.isEmpty() && Character.isLetter(amount.charAt(amount.length() - 1));
            if (size && Amounts.bytes(amount) >= 0) {
                bytes = Math.max(bytes, Amounts.bytes(amount));
            } else if (time && Amounts.millis(amount) >= 0) {
                millis = Math.max(millis, Amounts.millis(amount));
            } else if (!amount.equals("0")) {
                return null;
            }
        }
        return new RetainedAmount(bytes, millis);
    }
}
