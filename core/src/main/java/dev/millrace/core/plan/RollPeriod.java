package dev.millrace.core.plan;

import java.util.Calendar;

/**
 * How long events go to one file.
 *
 * @since 0.1.0
 */
public enum RollPeriod {
    MILLISECOND(1, Calendar.MILLISECOND, 1),
    SECOND(1_000, Calendar.SECOND, 1),
    MINUTE(60_000, Calendar.MINUTE, 1),
    HOUR(3_600_000, Calendar.HOUR_OF_DAY, 1),
    HALF_DAY(12 * 3_600_000L, Calendar.HOUR_OF_DAY, 12),
    DAY(24 * 3_600_000L, Calendar.DATE, 1),
    WEEK(7 * 24 * 3_600_000L, Calendar.WEEK_OF_YEAR, 1),
    MONTH(31 * 24 * 3_600_000L, Calendar.MONTH, 1);

    private final long millis;
    private final int field;
    private final int units;

    RollPeriod(long millis, int field, int units) {
        this.millis = millis;
        this.field = field;
        this.units = units;
    }

    /** Its length where clocks are not changed; of a month, that of the longest. */
    public long millis() {
        return millis;
    }

    /** Goes on by so many periods from the beginning of one. */
    public void add(Calendar calendar, int periods) {
        if (this == HALF_DAY && periods == 1) {
            // As clocks on the wall show it, since the date of the file's name does, too.
            calendar.set(field, calendar.get(field) + units);
        } else {
            calendar.add(field, periods * units);
        }
    }
}
