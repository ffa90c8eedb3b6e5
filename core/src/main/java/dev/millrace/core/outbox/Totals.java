package dev.millrace.core.outbox;

/**
 * A sink's running counters as an outbox keeps them with a batch; what each means is its owner's business. Immutable.
 *
 * @since 0.1.0
 */
public final class Totals {
    static final Totals NONE = new Totals(new long[OutboxFormat.TOTALS]);

    private final long[] values;

    private Totals(long[] values) {
        this.values = values;
    }

    /** Copies the values; there must be {@link OutboxFormat#TOTALS} of them. */
    public static Totals of(long... values) {
        if (values.length != OutboxFormat.TOTALS) {
            throw new IllegalArgumentException(
                    "wrong number of totals: " + values.length + ", expected " + OutboxFormat.TOTALS);
        }
        return new Totals(values.clone());
    }

    /** One value. */
    public long get(int index) {
        return values[index];
    }

    /** A copy of the values. */
    public long[] toArray() {
        return values.clone();
    }
}
