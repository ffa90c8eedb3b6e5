package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.select.Criteria;
import dev.millrace.cli.select.LevelRange;
import dev.millrace.cli.select.TimeExpression;
import dev.millrace.cli.select.WantedPair;
import dev.millrace.cli.syntax.Arguments;
import dev.millrace.cli.syntax.Given;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The options that choose events. */
final class FilterOptions implements Arguments {
    private final Given<String> level = Given.option(String.class, "LEVEL", "-p", "--level")
            .says("That level and the more severe ones, or a range as info..warn.");
    private final Given<String> since = Given.option(String.class, "TIME", "-S", "--since")
            .says("From then on: 18:00, today, -1h,", "\"2h ago\", \"2026-11-21 18:00\",", "@1790000000.");
    private final Given<String> until = Given.option(String.class, "TIME", "-U", "--until")
            .says("What was logged before that time, written as for --since.");
    private final Given<List<String>> loggers = Given.texts("NAME", "--logger")
            .says("That logger and those below it; * stands for anything. Several: any of them.");
    private final Given<List<String>> threads =
            Given.texts("NAME", "--thread").says("That thread; * stands for anything.");
    private final Given<List<String>> templates = Given.texts("TEXT", "--template")
            .says("Messages whose template contains the text; with * the whole template.");
    private final Given<List<String>> mdc =
            Given.texts("KEY[=VALUE]", "--mdc").says("An entry of the MDC; * stands for anything.");
    private final Given<List<String>> keyValues =
            Given.texts("KEY[=VALUE]", "--kv").says("A key-value pair; * stands for anything.");

    private ZonedDateTime now;

    @Override
    public void addTo(CommandSpec command) {
        for (Given<?> option : List.of(level, since, until, loggers, threads, templates, mdc, keyValues)) {
            option.addTo(command);
        }
    }

    /** What was asked for. */
    Criteria criteria() {
        LevelRange levels = levels();
        long sinceMicros = since.value() == null ? Long.MIN_VALUE : micros("--since", since.value());
        long untilMicros = until.value() == null ? Long.MAX_VALUE : micros("--until", until.value());
        if (untilMicros < sinceMicros) {
            throw CommandFailure.usage(TimeExpression.endsTooEarly(since.value(), until.value()));
        }
        return new Criteria(
                levels.lowest(),
                levels.highest(),
                sinceMicros,
                untilMicros,
                loggers.value(),
                threads.value(),
                templates.value(),
                pairs("--mdc", mdc.value()),
                pairs("--kv", keyValues.value()),
                null);
    }

    private LevelRange levels() {
        try {
            return level.value() == null ? LevelRange.ALL : LevelRange.parse(level.value());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("-p: " + e.getMessage());
        }
    }

    private long micros(String option, String text) {
        if (now == null) {
            // Only here: the rules of the zones take time to load. And once: both times are told from one moment.
            now = ZonedDateTime.now(ZoneId.systemDefault());
        }
        try {
            return TimeExpression.micros(TimeExpression.parse(text, now));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(option + ": " + e.getMessage());
        }
    }

    private static List<WantedPair> pairs(String option, List<String> written) {
        List<WantedPair> pairs = new ArrayList<>();
        for (String pair : written) {
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair : pair.substring(0, equals);
            if (key.isEmpty()) {
                throw CommandFailure.usage(option + ": a key is missing: " + pair + " (write KEY or KEY=VALUE)");
            }
            pairs.add(new WantedPair(key, equals < 0 ? null : pair.substring(equals + 1)));
        }
        return pairs;
    }
}
