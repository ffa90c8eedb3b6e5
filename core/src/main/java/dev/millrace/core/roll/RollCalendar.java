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
        switch (period) {
            case MILLISECOND -> calendar.add(Calendar.MILLISECOND, periods);
            case SECOND -> {
                calendar.set(Calendar.MILLISECOND, 0);
                calendar.add(Calendar.SECOND, periods);
            }
            case MINUTE -> {
                clear(calendar, Calendar.SECOND);
                calendar.add(Calendar.MINUTE, periods);
            }
            case HOUR -> {
                clear(calendar, Calendar.MINUTE);
                calendar.add(Calendar.HOUR_OF_DAY, periods);
            }
            case HALF_DAY -> {
                calendar.set(Calendar.HOUR_OF_DAY, calendar.get(Calendar.HOUR_OF_DAY) < 12 ? 0 : 12);
                clear(calendar, Calendar.MINUTE);
                calendar.add(Calendar.HOUR_OF_DAY, 12 * periods);
            }
            case DAY -> {
                clear(calendar, Calendar.HOUR_OF_DAY);
                calendar.add(Calendar.DATE, periods);
            }
            case WEEK -> {
                calendar.set(Calendar.DAY_OF_WEEK, calendar.getFirstDayOfWeek());
                clear(calendar, Calendar.HOUR_OF_DAY);
                calendar.add(Calendar.WEEK_OF_YEAR, periods);
            }
            case MONTH -> {
                calendar.set(Calendar.DATE, 1);
                clear(calendar, Calendar.HOUR_OF_DAY);
                calendar.add(Calendar.MONTH, periods);
            }
            default -> throw new AssertionError(period);
        }
        return calendar.getTimeInMillis();
    }

    /** Sets a field of the time of day, and all smaller ones, to zero. */
    private static void clear(Calendar calendar, int largest) {
        if (largest == Calendar.HOUR_OF_DAY) {
            calendar.set(Calendar.HOUR_OF_DAY, 0);
        }
        if (largest != Calendar.SECOND) {
            calendar.set(Calendar.MINUTE, 0);
        }
        calendar.set(Calendar.SECOND, 0);
        calendar.set(Calendar.MILLISECOND, 0);
    }

    /** Number of ends of periods between two moments, as clocks on the wall show them; 0 when time went back. */
    long between(long from, long to) {
        if (from >= to) {
            return 0;
        }
        if (period == RollPeriod.MONTH) {
            return months(to) - months(from);
        }
        return (wallClock(end(to, 0)) - wallClock(end(from, 0))) / lengthMillis();
    }

    private long lengthMillis() {
        return switch (period) {
            case MILLISECOND -> 1;
            case SECOND -> 1_000;
            case MINUTE -> 60_000;
            case HOUR -> 3_600_000;
            case HALF_DAY -> 12 * 3_600_000L;
            case DAY -> 24 * 3_600_000L;
            case WEEK -> 7 * 24 * 3_600_000L;
            case MONTH -> throw new AssertionError(period);
        };
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
