package dev.millrace.layout.pattern;

import dev.millrace.layout.LayoutContext;
import dev.millrace.layout.LayoutProblem;
import dev.millrace.layout.time.DateText;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;

/** <code>%d{pattern, zone, locale}</code>: the time of the event. */
final class DateWord implements ConversionWord, CachedOperand {
    // Of the one use that the word was made for.
    private DateText dates;

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        dates = dates(use, program);
        if (use.fit() == null) {
            program.appendCached(Program.DATE, null, this);
        } else {
            program.append(Program.DATE, dates, use.fit());
        }
    }

    @Override
    public Object between(Surround surround) {
        return dates.between(surround.prefix(), surround.suffix());
    }

    @Override
    public String label(PatternNode use) {
        return "date";
    }

    private static DateText dates(PatternNode use, ProgramBuilder program) {
        ZoneId zone = zone(use, program);
        LayoutContext context = program.context();
        Locale locale = use.option(2) == null ? context.locale() : Locale.forLanguageTag(use.option(2));
        String pattern = pattern(use.option(0));
        try {
            return DateText.of(pattern, zone, locale, context.zone());
        } catch (IllegalArgumentException e) {
            program.reportOption(
                    LayoutProblem.BAD_DATE_PATTERN,
                    use,
                    "[" + pattern + "] is no date pattern (" + e.getMessage() + "); " + DateText.ISO8601_PATTERN
                            + " is used");
            return DateText.of(DateText.ISO8601_PATTERN, zone, context.locale(), context.zone());
        }
    }

    private static String pattern(String option) {
        if (option == null || option.equals("ISO8601")) {
            return DateText.ISO8601_PATTERN;
        }
        return option.equals("STRICT") ? DateText.STRICT_PATTERN : option;
    }

    /** Null for the system's. */
    private static ZoneId zone(PatternNode use, ProgramBuilder program) {
        String option = use.option(1);
        if (option == null) {
            return null;
        }
        try {
            return ZoneId.of(option);
        } catch (DateTimeException e) {
            program.reportOption(
                    LayoutProblem.BAD_ZONE,
                    use,
                    "there is no time zone [" + option + "]; "
                            + program.context().zone().getID() + " is used");
            return null;
        }
    }
}
