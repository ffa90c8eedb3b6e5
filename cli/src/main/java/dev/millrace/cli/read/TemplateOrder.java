package dev.millrace.cli.read;

import java.util.Locale;

/**
 * Which templates come first. Those that are equal in it are ordered by their text.
 *
 * @since 0.1.0
 */
public enum TemplateOrder {
    /** The most frequent. */
    EVENTS,
    /** Those with the greatest mean. */
    MEAN,
    /** Those with the greatest number. */
    GREATEST;

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Negative when the first one comes first. */
    int compare(NumberSummary first, NumberSummary second) {
        int compared =
                switch (this) {
                    case EVENTS -> Long.compare(second.count(), first.count());
                    case MEAN -> Double.compare(orLeast(second.mean()), orLeast(first.mean()));
                    case GREATEST -> Double.compare(orLeast(second.greatest()), orLeast(first.greatest()));
                };
        return compared != 0 ? compared : first.name().compareTo(second.name());
    }

    private static double orLeast(Double number) {
        return number == null ? Double.NEGATIVE_INFINITY : number;
    }
}
