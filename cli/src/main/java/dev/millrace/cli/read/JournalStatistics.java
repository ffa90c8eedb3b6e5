package dev.millrace.cli.read;

import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.event.ValueKind;
import dev.millrace.journal.CursorState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sums the events of one journal up. Memory grows with the number of loggers and templates, up to a bound, and not with
 * that of events. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class JournalStatistics implements EventSink {
    private static final int LEVELS = 5;
    /** So many digits are a whole number that a double holds exactly. */
    private static final int EXACT_DIGITS = 15;

    private static final int LEVEL_STEP = 10;
    private static final int COLUMNS = 40;
    private static final int DELIVERED = 0;
    private static final int FILTERED = 1;
    private static final int DAMAGED = 2;
    private static final int FIRST_DROPPED = 4;
    private static final int LAST_DROPPED = 33;

    private final EventSource source;
    private final NamedSummaries loggers = new NamedSummaries();
    private final NamedSummaries templates = new NamedSummaries();
    private final LevelsOverTime levels = new LevelsOverTime(LEVELS, COLUMNS);
    private final Utf8Buffer scratch = new Utf8Buffer(256);
    private long events;
    private long firstMicros = Long.MAX_VALUE;
    private long lastMicros = Long.MIN_VALUE;

    /** Creates the statistics of a journal. */
    public JournalStatistics(EventSource source) {
        this.source = source;
    }

    @Override
    public boolean take(int ignored, LogEvent event) {
        events++;
        long micros = event.timestampMicros();
        firstMicros = Math.min(firstMicros, micros);
        lastMicros = Math.max(lastMicros, micros);
        levels.add(event.level() / LEVEL_STEP, micros);
        logger(event).add(Double.NaN);
        NumberSummary template = template(event);
        int duration = template.durationArgument();
        template.add(isNumber(event, duration) ? number(event, duration) : lastNumber(event));
        return true;
    }

    private NumberSummary logger(LogEvent event) {
        NumberSummary known = loggers.find(event.loggerId());
        if (known != null) {
            return known;
        }
        scratch.length(0);
        event.loggerName(scratch);
        return loggers.named(event.loggerId(), text(), false);
    }

    private NumberSummary template(LogEvent event) {
        NumberSummary known = templates.find(event.templateId());
        if (known != null) {
            return known;
        }
        scratch.length(0);
        event.messageTemplate(scratch);
        return templates.named(event.templateId(), text(), true);
    }

    private static boolean isNumber(LogEvent event, int argument) {
        return argument >= 0 && argument < event.argumentCount() && event.argumentKind(argument) == ValueKind.NUMBER;
    }

    private double lastNumber(LogEvent event) {
        int last = -1;
        // Forward: an event finds each of its arguments from the one before, and would begin anew on the way back.
        for (int i = 0; i < event.argumentCount(); i++) {
            last = isNumber(event, i) ? i : last;
        }
        return last < 0 ? Double.NaN : number(event, last);
    }

    private double number(LogEvent event, int argument) {
        scratch.length(0);
        event.argument(argument, scratch);
        boolean few = scratch.length() > 0 && scratch.length() <= EXACT_DIGITS;
        return few ? fewDigits() : anyNumber();
    }

    /** As {@link #anyNumber()}; most are a few digits, and an event is read in less time than that parser takes. */
    private double fewDigits() {
        byte[] digits = scratch.bytes();
        long value = 0;
        for (int i = 0; i < scratch.length(); i++) {
            int digit = digits[i] - '0';
            if (digit < 0 || digit > 9) {
                return anyNumber();
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private double anyNumber() {
        try {
            return Double.parseDouble(text());
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private String text() {
        return new String(scratch.bytes(), 0, scratch.length(), StandardCharsets.UTF_8);
    }

    /** Everything, in the order in which it is shown: the names are those of the JSON output. */
    public Map<String, Object> facts(int top, TemplateOrder order) throws IOException {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("journal", source.directory().toString());
        facts.put("owner", source.owner().name());
        facts.put("events", events);
        facts.put("otherRecords", source.foreignRecords());
        facts.put("bytes", Math.max(0, source.reader().readPosition() - source.oldestPosition()));
        facts.put("first", events == 0 ? null : instant(firstMicros).toString());
        facts.put("last", events == 0 ? null : instant(lastMicros).toString());
        facts.put("perSecond", perSecond());
        facts.put("sinks", sinks());
        facts.put("levels", levelRows());
        facts.put("loggers", rows("logger", loggers.first(top, TemplateOrder.EVENTS)));
        facts.put("templates", rows("template", templates.first(top, order)));
        return facts;
    }

    /** Null for events of one moment, which say nothing of it. */
    private Double perSecond() {
        if (events == 0) {
            return 0.0;
        }
        return lastMicros == firstMicros ? null : Double.valueOf(events / (((double) lastMicros - firstMicros) / 1e6));
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private List<Map<String, Object>> sinks() throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        if (!source.isOfLog()) {
            // What a queue keeps there holds its records, and delivers none.
            return rows;
        }
        for (CursorState cursor : source.reader().cursors()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("sink", cursor.name());
            row.put("delivered", cursor.counters().get(DELIVERED));
            row.put("filtered", cursor.counters().get(FILTERED));
            long dropped = 0;
            for (int counter = FIRST_DROPPED; counter <= LAST_DROPPED; counter++) {
                dropped += cursor.counters().get(counter);
            }
            row.put("dropped", dropped);
            row.put("damaged", cursor.counters().get(DAMAGED));
            row.put("waitingBytes", source.bytesFrom(cursor.position()));
            rows.add(row);
        }
        return rows;
    }

    private List<Map<String, Object>> levelRows() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int level = LEVELS - 1; level >= 0; level--) {
            List<Long> counts = levels.counts(level);
            long sum = 0;
            for (long count : counts) {
                sum += count;
            }
            if (sum > 0) {
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("level", Levels.name(level * LEVEL_STEP));
                row.put("events", sum);
                row.put("overTime", counts);
                rows.add(row);
            }
        }
        return rows;
    }

    private static List<Map<String, Object>> rows(String column, List<NumberSummary> summaries) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (NumberSummary summary : summaries) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put(column, summary.name());
            row.put("events", summary.count());
            if (summary.mean() != null) {
                row.put("mean", summary.mean());
                row.put("greatest", summary.greatest());
            }
            rows.add(row);
        }
        return rows;
    }
}
