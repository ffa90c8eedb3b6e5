package dev.millrace.cli.select;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times as journalctl takes them: {@code 2026-11-21 18:17:16}, parts of it, {@code today}, {@code yesterday}, {@code now},
 * {@code -1h30min}, {@code 2h ago}, {@code @1790000000}; a weekday may stand before a date, and a zone behind a time;
 * ISO 8601 with a zone; and as logs have them, with a comma before the fraction.
 *
 * @since 0.1.0
 */
public final class TimeExpression {
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,12})\\s*([A-Za-zµ]+)\\s*");
    private static final Pattern EPOCH = Pattern.compile("@\\d{1,12}(\\.\\d{1,6})?");

    /** An hour that is written with one digit. */
    private static final Pattern SHORT_HOUR = Pattern.compile("(?<=^|[ T])(?=\\d:)");

    private static final Pattern WEEKDAY = Pattern.compile("([A-Za-z]{3,9}),? +(\\d{4}-.*)");

    /** As Logback prints it: a fraction behind a comma. */
    private static final Pattern COMMA = Pattern.compile("(?<=:\\d\\d),(?=\\d)");

    /** As {@code date} prints it: an offset without a colon. */
    private static final Pattern SHORT_OFFSET = Pattern.compile("(?<=:\\d\\d(\\.\\d{1,9})?[+-]\\d\\d)(?=\\d\\d$)");

    private static final Pattern ZONE = Pattern.compile("(\\S.*) +([A-Za-z+-][A-Za-z0-9/_:+-]*)");

    /** Those of systemd, in seconds: a year has 365.25 days. */
    private static final long MONTH_SECONDS = 2_629_800;

    private static final long YEAR_SECONDS = 31_557_600;

    private TimeExpression() {}

    /**
     * Reads a time.
     *
     * @param now what relative times count from; its zone is that of the others
     * @throws IllegalArgumentException when it is none, or so far away that {@link #micros} cannot count it
     */
    public static Instant parse(String text, ZonedDateTime now) {
        try {
            Instant time = moment(text.trim(), now);
            long ignored = micros(time);
            return time;
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("no time: " + text
                    + " (such as \"2026-11-21 18:00\", 18:00, today, yesterday, -1h, \"2h ago\", @1790000000)");
        }
    }

    private static Instant moment(String text, ZonedDateTime now) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "now" -> now.toInstant();
            case "today" -> midnight(now, 0);
            case "yesterday" -> midnight(now, -1);
            case "tomorrow" -> midnight(now, 1);
            default -> other(text, now);
        };
    }

    /** As events count it, since 1970. */
    public static long micros(Instant time) {
        // ChronoUnit.MICROS of Java 17 reaches as far as nanoseconds do, to the year 2262.
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1000);
    }

    /** What to say of a range that holds nothing. */
    public static String endsTooEarly(String since, String until) {
        return "--until is before --since: " + until + " and " + since + " (a time without a date is today's)";
    }

    private static Instant midnight(ZonedDateTime now, int days) {
        return now.toLocalDate().plusDays(days).atStartOfDay(now.getZone()).toInstant();
    }

    private static Instant other(String text, ZonedDateTime now) {
        if (EPOCH.matcher(text).matches()) {
            long micros = new java.math.BigDecimal(text.substring(1))
                    .movePointRight(6)
                    .longValueExact();
            return Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1000);
        }
        if (text.startsWith("-")) {
            return now.toInstant().minus(amount(text.substring(1)));
        }
        if (text.startsWith("+")) {
            return now.toInstant().plus(amount(text.substring(1)));
        }
        if (text.toLowerCase(Locale.ROOT).endsWith(" ago")) {
            return now.toInstant().minus(amount(text.substring(0, text.length() - 4)));
        }
        Matcher zoned = ZONE.matcher(text);
        return zoned.matches()
                ? moment(zoned.group(1), now.withZoneSameInstant(ZoneId.of(zoned.group(2))))
                : absolute(text, now);
    }

    private static Duration amount(String text) {
        Matcher part = AMOUNT.matcher(text.trim());
        Duration sum = Duration.ZERO;
        int at = 0;
        while (part.lookingAt()) {
            sum = sum.plus(unit(part.group(2)).multipliedBy(Long.parseLong(part.group(1))));
            at = part.end();
            part.region(at, part.regionEnd());
        }
        if (at == 0 || at < text.trim().length()) {
            throw new DateTimeException("no amount of time");
        }
        return sum;
    }

    private static Duration unit(String name) {
        if (name.equals("M")) {
            // A small one is a minute.
            return Duration.ofSeconds(MONTH_SECONDS);
        }
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "us", "usec", "µs" -> Duration.ofNanos(1000);
            case "ms", "msec" -> Duration.ofMillis(1);
            case "s", "sec", "second", "seconds" -> Duration.ofSeconds(1);
            case "m", "min", "minute", "minutes" -> Duration.ofMinutes(1);
            case "h", "hr", "hour", "hours" -> Duration.ofHours(1);
            case "d", "day", "days" -> Duration.ofDays(1);
            case "w", "week", "weeks" -> Duration.ofDays(7);
            case "month", "months" -> Duration.ofSeconds(MONTH_SECONDS);
            case "y", "year", "years" -> Duration.ofSeconds(YEAR_SECONDS);
            default -> throw new DateTimeException("no unit of time");
        };
    }

    private static Instant absolute(String text, ZonedDateTime now) {
        Matcher weekday = WEEKDAY.matcher(text);
        if (weekday.matches()) {
            Instant day = absolute(weekday.group(2), now);
            String name = day.atZone(now.getZone()).getDayOfWeek().name();
            if (!name.startsWith(weekday.group(1).toUpperCase(Locale.ROOT))) {
                throw new DateTimeException("another weekday");
            }
            return day;
        }
        String dotted = COMMA.matcher(text).replaceFirst(".");
        String iso = SHORT_HOUR.matcher(dotted).replaceFirst("0").replace(' ', 'T');
        if (iso.indexOf('T') < 0) {
            return iso.indexOf(':') > 0
                    ? now.toLocalDate()
                            .atTime(LocalTime.parse(iso))
                            .atZone(now.getZone())
                            .toInstant()
                    : LocalDate.parse(iso).atStartOfDay(now.getZone()).toInstant();
        }
        boolean zoned = iso.endsWith("Z") || iso.indexOf('+') > 0 || iso.lastIndexOf('-') > iso.indexOf('T');
        return zoned
                ? OffsetDateTime.parse(SHORT_OFFSET.matcher(iso).replaceFirst(":"))
                        .toInstant()
                : LocalDateTime.parse(iso).atZone(now.getZone()).toInstant();
    }
}
