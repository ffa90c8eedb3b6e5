package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.select.Criteria;
import dev.millrace.cli.select.LevelRange;
import dev.millrace.cli.select.TimeExpression;
import dev.millrace.cli.select.WantedPair;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that choose events. */
final class FilterOptions {
    @Option(
            names = {"-p", "--level"},
            paramLabel = "LEVEL",
            description = "That level and the more severe ones, or a range as info..warn.")
    private String level;

    @Option(
            names = {"-S", "--since"},
            paramLabel = "TIME",
            description = {"From then on: 18:00, today, -1h,", "\"2h ago\", \"2026-11-21 18:00\",", "@1790000000."})
    private String since;

    @Option(
            names = {"-U", "--until"},
            paramLabel = "TIME",
            description = "Up to that time.")
    private String until;

    @Option(
            names = "--logger",
            paramLabel = "NAME",
            description = "That logger and those below it; * stands for anything. Several: any of them.")
    private List<String> loggers = new ArrayList<>();

    @Option(names = "--thread", paramLabel = "NAME", description = "That thread; * stands for anything.")
    private List<String> threads = new ArrayList<>();

    @Option(
            names = "--template",
            paramLabel = "TEXT",
            description = "Messages whose template contains the text; with * the whole template.")
    private List<String> templates = new ArrayList<>();

    @Option(names = "--mdc", paramLabel = "KEY[=VALUE]", description = "An entry of the MDC; * stands for anything.")
    private List<String> mdc = new ArrayList<>();

    @Option(names = "--kv", paramLabel = "KEY[=VALUE]", description = "A key-value pair; * stands for anything.")
    private List<String> keyValues = new ArrayList<>();

    private ZonedDateTime now;

    /** What was asked for. */
    Criteria criteria() {
        LevelRange levels = levels();
        return new Criteria(
                levels.lowest(),
                levels.highest(),
                since == null ? Long.MIN_VALUE : micros("--since", since),
                until == null ? Long.MAX_VALUE : micros("--until", until),
                loggers,
                threads,
                templates,
                pairs("--mdc", mdc),
                pairs("--kv", keyValues),
                null);
    }

    private LevelRange levels() {
        try {
            return level == null ? LevelRange.ALL : LevelRange.parse(level);
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
            return ChronoUnit.MICROS.between(Instant.EPOCH, TimeExpression.parse(text, now));
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
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
