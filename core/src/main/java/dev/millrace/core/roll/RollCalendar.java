package dev.millrace.core.roll;

import dev.millrace.core.plan.RollPeriod;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/** Where periods begin and end. Not thread-safe. */
final class RollCalendar {
    private final RollPeriod period;
    private final TimeZone zone;

    /** {@code zone} is null for the JVM's. */
    RollCalendar(RollPeriod period, ZoneId zone) {
        this.period = period;
        this.zone = zone == null ? TimeZone.getDefault() : TimeZone.getTimeZone(zone);
    }

    /** The moment at which the {@code periods}-th period from that of {@code millis} ends; 0: where that one begins. */
    long end(long millis, int periods) {
        Calendar calendar = new GregorianCalendar(zone, Locale.getDefault());
        calendar.setTimeInMillis(millis);
        if (period == RollPeriod.MONTH) {
            calendar.set(Calendar.DATE, 1);
        } else if (period == RollPeriod.WEEK) {
            calendar.set(Calendar.DAY_OF_WEEK, calendar.getFirstDayOfWeek());
        }
        if (period == RollPeriod.HALF_DAY) {
            calendar.set(Calendar.HOUR_OF_DAY, calendar.get(Calendar.HOUR_OF_DAY) < 12 ? 0 : 12);
        } else {
            clear(calendar, Calendar.HOUR_OF_DAY, RollPeriod.HOUR);
        }
        clear(calendar, Calendar.MINUTE, RollPeriod.MINUTE);
        clear(calendar, Calendar.SECOND, RollPeriod.SECOND);
        clear(calendar, Calendar.MILLISECOND, RollPeriod.MILLISECOND);
        period.add(calendar, periods);
        // Where clocks go back, an hour that begins with a full one may end before the moment.
        while (periods > 0 && calendar.getTimeInMillis() <= millis) {
            period.add(calendar, 1);
        }
        return calendar.getTimeInMillis();
    }

    /** Sets a field to zero where it counts less than the period. */
    private void clear(Calendar calendar, int field, RollPeriod unit) {
        if (unit.compareTo(period) < 0) {
            calendar.set(field, 0);
        }
    }

    /** Number of ends of periods between two moments, as clocks on the wall show them; 0 when time went back. */
    long between(long from, long to) {
        if (from >= to) {
            return 0;
        }
        if (period == RollPeriod.MONTH) {
            return months(to) - months(from);
        }
        return (wallClock(end(to, 0)) - wallClock(end(from, 0))) / period.millis();
    }

    private long wallClock(long millis) {
        return millis + zone.getOffset(millis);
    }

    private static long months(long millis) {
        // Counted where the JVM is and not in the pattern's zone, as Logback does: it decides which files are kept.
        Calendar calendar = Calendar.getInstance();
        calendar.setTimeInMillis(millis);
        return calendar.get(Calendar.YEAR) * 12L + calendar.get(Calendar.MONTH);
    }
}
