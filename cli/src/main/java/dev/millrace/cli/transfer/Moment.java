package dev.millrace.cli.transfer;

import dev.millrace.cli.look.CommandFailure;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A time on the command line, in the words of journalctl. */
final class Moment {
    private static final Pattern RELATIVE =
            Pattern.compile("-(\\d{1,9})\\s*(s|sec|m|min|h|hour|d|day|w|week)s?( ago)?");
    private static final Pattern AGO = Pattern.compile("(\\d{1,9})\\s*(s|sec|m|min|h|hour|d|day|w|week)s? ago");
    private static final Pattern SECONDS = Pattern.compile("@(\\d{1,12})");

    private Moment() {}

    /** Reads a time; one without a zone is of the given zone. */
    static Instant parse(String option, String text, Instant now, ZoneId zone) {
        String trimmed = text.trim();
        Matcher seconds = SECONDS.matcher(trimmed);
        if (seconds.matches()) {
            return Instant.ofEpochSecond(Long.parseLong(seconds.group(1)));
        }
        Matcher relative = trimmed.startsWith("-") ? RELATIVE.matcher(trimmed) : AGO.matcher(trimmed);
        if (relative.matches()) {
            return now.minus(unit(relative.group(2)).multipliedBy(Long.parseLong(relative.group(1))));
        }
        LocalDate today = now.atZone(zone).toLocalDate();
        return switch (trimmed) {
            case "now" -> now;
            case "today" -> today.atStartOfDay(zone).toInstant();
            case "yesterday" -> today.minusDays(1).atStartOfDay(zone).toInstant();
            default -> date(option, trimmed, zone);
        };
    }

    private static Duration unit(String word) {
        return switch (word.charAt(0)) {
            case 's' -> Duration.ofSeconds(1);
            case 'm' -> Duration.ofMinutes(1);
            case 'h' -> Duration.ofHours(1);
            case 'd' -> Duration.ofDays(1);
            default -> Duration.ofDays(7);
        };
    }

    private static Instant date(String option, String text, ZoneId zone) {
        try {
            if (text.length() == 10) {
                return LocalDate.parse(text).atStartOfDay(zone).toInstant();
            }
            String iso = text.replace(' ', 'T');
            boolean zoned = iso.endsWith("Z") || iso.lastIndexOf('+') > 10 || iso.lastIndexOf('-') > 10;
            return zoned
                    ? OffsetDateTime.parse(iso).toInstant()
                    : LocalDateTime.parse(iso).atZone(zone).toInstant();
        } catch (DateTimeException e) {
            throw CommandFailure.usage("no time: " + option + "=" + text
                    + " (such as 2026-11-21, '2026-11-21 17:18:05', 2026-11-21T17:18:05Z, today, yesterday, -2h or"
                    + " @1795280000)");
        }
    }
}
