package dev.millrace.cli.read;

/** How often something of a name came, and what its numbers were. Not thread-safe. */
final class NumberSummary {
    private final String name;
    private final int durationArgument;
    private long count;
    private long numbers;
    private double sum;
    private double greatest = Double.NEGATIVE_INFINITY;

    /**
     * Creates the summary of nothing yet.
     *
     * @param durationArgument which argument of the events is their number; {@link DurationArgument#NONE} for none
     */
    NumberSummary(String name, int durationArgument) {
        this.name = name;
        this.durationArgument = durationArgument;
    }

    String name() {
        return name;
    }

    int durationArgument() {
        return durationArgument;
    }

    /** Counts one, with its number; NaN for none. */
    void add(double number) {
        count++;
        if (Double.isFinite(number)) {
            numbers++;
            sum += number;
            greatest = Math.max(greatest, number);
        }
    }

    long count() {
        return count;
    }

    /** Null without any number. */
    Double mean() {
        return numbers == 0 ? null : Double.valueOf(sum / numbers);
    }

    /** Null without any number. */
    Double greatest() {
        return numbers == 0 ? null : Double.valueOf(greatest);
    }
}
