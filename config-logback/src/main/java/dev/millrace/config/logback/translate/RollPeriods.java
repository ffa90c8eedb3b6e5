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
        return period == RollPeriod.WEEK ? endOfFirstWeek() : period.millis();
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
        if (period == RollPeriod.HOUR) {
            return new long[] {TimeUnit.HOURS.toMillis(12)};
        }
        if (period == RollPeriod.HALF_DAY) {
            return new long[] {TimeUnit.DAYS.toMillis(1)};
        }
        if (period == RollPeriod.DAY) {
            return new long[] {TimeUnit.DAYS.toMillis(7), TimeUnit.DAYS.toMillis(31), TimeUnit.DAYS.toMillis(365)};
        }
        return period == RollPeriod.WEEK
                ? new long[] {TimeUnit.DAYS.toMillis(34), TimeUnit.DAYS.toMillis(366)}
                : new long[0];
    }
}
