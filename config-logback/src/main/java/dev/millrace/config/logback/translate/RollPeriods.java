package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.RollPeriod;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;

/** Finds the period of a date pattern: the shortest at whose end it prints something else. */
final class RollPeriods {
    private static final TimeZone GMT = TimeZone.getTimeZone("GMT");

    private RollPeriods() {}

    /**
     * The period of a date pattern.
     *
     * @throws IllegalArgumentException when it never changes, or prints the same again too soon
     */
    static RollPeriod of(String pattern) {
        SimpleDateFormat format = new SimpleDateFormat(pattern, Locale.getDefault());
        format.setTimeZone(GMT);
        String epoch = format.format(0L);
        for (RollPeriod period : RollPeriod.values()) {
            if (!format.format(endOfFirst(period)).equals(epoch)) {
                for (long millis : repetitions(period)) {
                    if (format.format(millis).equals(epoch)) {
                        throw new IllegalArgumentException("the date \"" + pattern + "\" comes again after "
                                + TimeUnit.MILLISECONDS.toHours(millis)
                                + " hours, so that files of different times would have one name");
                    }
                }
                return period;
            }
        }
        throw new IllegalArgumentException("the date \"" + pattern + "\" does not change within a month");
    }

    private static long endOfFirst(RollPeriod period) {
        return switch (period) {
            case MILLISECOND -> 1;
            case SECOND -> TimeUnit.SECONDS.toMillis(1);
            case MINUTE -> TimeUnit.MINUTES.toMillis(1);
            case HOUR -> TimeUnit.HOURS.toMillis(1);
            case HALF_DAY -> TimeUnit.HOURS.toMillis(12);
            case DAY -> TimeUnit.DAYS.toMillis(1);
            case WEEK -> endOfFirstWeek();
            case MONTH -> TimeUnit.DAYS.toMillis(31);
        };
    }

    private static long endOfFirstWeek() {
        Calendar calendar = new GregorianCalendar(GMT, Locale.getDefault());
        calendar.setTimeInMillis(0);
        calendar.set(Calendar.DAY_OF_WEEK, calendar.getFirstDayOfWeek());
        calendar.add(Calendar.WEEK_OF_YEAR, 1);
        return calendar.getTimeInMillis();
    }

    /** Moments at which a pattern that is not whole prints what it printed at first. */
    private static long[] repetitions(RollPeriod period) {
        return switch (period) {
            case HOUR -> new long[] {TimeUnit.HOURS.toMillis(12)};
            case HALF_DAY -> new long[] {TimeUnit.DAYS.toMillis(1)};
            case DAY -> new long[] {TimeUnit.DAYS.toMillis(7), TimeUnit.DAYS.toMillis(31), TimeUnit.DAYS.toMillis(365)};
            case WEEK -> new long[] {TimeUnit.DAYS.toMillis(34), TimeUnit.DAYS.toMillis(366)};
            default -> new long[0];
        };
    }
}
