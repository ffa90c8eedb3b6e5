package dev.millrace.cli.command;

import dev.millrace.cli.look.Decimals;
import dev.millrace.cli.look.Escapes;
import dev.millrace.cli.look.Sizes;
import dev.millrace.cli.look.Table;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was found out about a journal, for people. */
final class StatisticsText {
    private static final String INDENT = "  ";
    private static final String BARS = " ▁▂▃▄▅▆▇█";

    private final Map<String, Object> facts;

    StatisticsText(Map<String, Object> facts) {
        this.facts = facts;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append(Escapes.neutralised(facts.get("journal").toString())).append('\n');
        line(text, "owner", facts.get("owner").toString().toLowerCase(Locale.ROOT));
        line(text, "events", Decimals.grouped((Long) facts.get("events")));
        if ((Long) facts.get("otherRecords") > 0) {
            line(text, "records", Decimals.grouped((Long) facts.get("otherRecords")) + " that are no log events");
        }
        line(text, "bytes", Sizes.of((Long) facts.get("bytes")));
        if (facts.get("first") != null) {
            line(text, "first", facts.get("first").toString());
            line(text, "last", facts.get("last").toString());
        }
        if (facts.get("first") != null && facts.get("perSecond") != null) {
            line(text, "rate", Decimals.grouped((Double) facts.get("perSecond")) + " events/s");
        }
        sinks(text, "sinks");
        levels(text);
        named(text, "loggers", "logger");
        templates(text);
        return text.append('\n').toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("  ")
                .append(name)
                .append(" ".repeat(10 - name.length()))
                .append(value)
                .append('\n');
    }

    @SuppressWarnings("unchecked") // The facts are made by JournalStatistics.
    private List<Map<String, Object>> rows(String name) {
        return (List<Map<String, Object>>) facts.get(name);
    }

    private void sinks(StringBuilder text, String name) {
        Table table = new Table("sink", ">delivered", ">filtered", ">dropped", ">damaged", ">waiting");
        for (Map<String, Object> row : rows(name)) {
            table.row(
                    row.get("sink"),
                    row.get("delivered"),
                    row.get("filtered"),
                    row.get("dropped"),
                    row.get("damaged"),
                    Sizes.of((Long) row.get("waitingBytes")));
        }
        append(text, table);
    }

    private void levels(StringBuilder text) {
        Table table = new Table("level", ">events", "over time");
        for (Map<String, Object> row : rows("levels")) {
            table.row(row.get("level"), row.get("events"), sparkline((List<?>) row.get("overTime")));
        }
        append(text, table);
    }

    private void named(StringBuilder text, String name, String column) {
        Table table = new Table(column, ">events");
        for (Map<String, Object> row : rows(name)) {
            table.row(row.get(column), row.get("events"));
        }
        append(text, table);
    }

    private void templates(StringBuilder text) {
        Table table = new Table(">events", ">mean", ">greatest", "template");
        for (Map<String, Object> row : rows("templates")) {
            table.row(row.get("events"), number(row.get("mean")), number(row.get("greatest")), row.get("template"));
        }
        append(text, table);
    }

    private static String number(Object value) {
        return value == null ? "" : Decimals.rounded((Double) value, 1);
    }

    private static void append(StringBuilder text, Table table) {
        if (!table.isEmpty()) {
            text.append('\n').append(table.text(INDENT));
        }
    }

    private static String sparkline(List<?> counts) {
        long most = 1;
        for (Object count : counts) {
            most = Math.max(most, (Long) count);
        }
        StringBuilder line = new StringBuilder();
        for (Object count : counts) {
            // Rounded up: what is there is seen.
            long bar = ((Long) count * (BARS.length() - 1) + most - 1) / most;
            line.append(BARS.charAt((int) bar));
        }
        return line.toString();
    }
}
