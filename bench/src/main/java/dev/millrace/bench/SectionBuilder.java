package dev.millrace.bench;

import dev.millrace.bench.report.Column;
import dev.millrace.bench.report.Figure;
import dev.millrace.bench.report.Plot;
import dev.millrace.bench.report.Point;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Section;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A section of the results while its runs come in. For one thread. */
final class SectionBuilder {
    private final String scenario;
    private final String title;
    private final String question;
    private final List<Column> columns = new ArrayList<>();
    private final List<Plot> plots = new ArrayList<>();
    private final Map<RowKey, RunsOfRow> rows = new LinkedHashMap<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final Set<String> settings = new LinkedHashSet<>();

    private record RowKey(String group, String title) {}

    private static final class RunsOfRow {
        private final String backend;
        private final Map<String, List<Double>> values = new LinkedHashMap<>();
        private final Map<String, Map<Double, List<Double>>> curves = new LinkedHashMap<>();

        RunsOfRow(String backend) {
            this.backend = backend;
        }
    }

    SectionBuilder(String scenario, String title, String question) {
        this.scenario = scenario;
        this.title = title;
        this.question = question;
    }

    boolean is(String otherScenario, String otherTitle) {
        return scenario.equals(otherScenario) && title.equals(otherTitle);
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    SectionBuilder settings(String text) {
        settings.add(text);
        return this;
    }

    SectionBuilder column(String figure, String heading, String unit, double factor, int digits) {
        Column column = new Column(figure, heading, unit, factor, digits);
        if (!columns.contains(column)) {
            columns.add(column);
        }
        return this;
    }

    SectionBuilder plot(Plot.Kind kind, String figure, String heading, String better) {
        Plot plot = new Plot(kind, figure, heading, better);
        if (!plots.contains(plot)) {
            plots.add(plot);
        }
        return this;
    }

    SectionBuilder note(String text) {
        if (!text.isEmpty()) {
            notes.add(text);
        }
        return this;
    }

    /** One run's figures of a row. */
    void run(String group, Backend backend, String rowTitle, Map<String, Double> figures) {
        RunsOfRow row = row(group, backend, rowTitle);
        figures.forEach((name, value) ->
                row.values.computeIfAbsent(name, any -> new ArrayList<>()).add(value));
    }

    /** One run's percentile curve of a row: {@code percentile:value,…}. */
    void curve(String group, Backend backend, String rowTitle, String name, String points) {
        if (points.isEmpty()) {
            return;
        }
        Map<Double, List<Double>> curve =
                row(group, backend, rowTitle).curves.computeIfAbsent(name, any -> new LinkedHashMap<>());
        for (String point : points.split(",")) {
            int colon = point.indexOf(':');
            curve.computeIfAbsent(Double.valueOf(point.substring(0, colon)), any -> new ArrayList<>())
                    .add(Double.valueOf(point.substring(colon + 1)));
        }
    }

    /** Median of a figure over the runs; not a number when it was not measured. */
    double median(String group, String rowTitle, String figure) {
        RunsOfRow row = rows.get(new RowKey(group, rowTitle));
        return row == null || !row.values.containsKey(figure)
                ? Double.NaN
                : Spread.of(row.values.get(figure)).median();
    }

    boolean has(String group, String rowTitle) {
        return rows.containsKey(new RowKey(group, rowTitle));
    }

    Section build() {
        List<Row> built = new ArrayList<>();
        rows.forEach((key, runs) -> {
            Map<String, Figure> figures = new LinkedHashMap<>();
            runs.values.forEach((name, values) -> {
                Spread spread = Spread.of(values);
                figures.put(name, new Figure(spread.median(), spread.min(), spread.max(), List.copyOf(values)));
            });
            Map<String, List<Point>> curves = new LinkedHashMap<>();
            runs.curves.forEach((name, points) -> {
                List<Point> curve = new ArrayList<>();
                points.forEach((percentile, values) ->
                        curve.add(new Point(percentile, Spread.of(values).median())));
                curves.put(name, curve);
            });
            built.add(new Row(key.group(), runs.backend, key.title(), figures, curves));
        });
        return new Section(
                scenario,
                title,
                question,
                String.join("; ", settings),
                List.copyOf(columns),
                List.copyOf(plots),
                built,
                List.copyOf(notes));
    }

    /** The table of one group: medians, with smallest and largest below where there are several runs. */
    void print(String group, PrintStream out) {
        Section section = build();
        List<Row> shown =
                section.rows().stream().filter(row -> row.group().equals(group)).toList();
        if (shown.isEmpty()) {
            return;
        }
        int runs = shown.get(0).figures().values().iterator().next().runs().size();
        List<String> heads = new ArrayList<>(List.of(group.isEmpty() ? title : group));
        for (Column column : columns) {
            heads.add(column.title() + (column.unit().isEmpty() ? "" : " " + column.unit()));
        }
        Table table = new Table(heads.toArray(String[]::new));
        for (Row row : shown) {
            List<String> cells = new ArrayList<>(List.of(row.title()));
            List<String> ranges = new ArrayList<>(List.of("  from, to"));
            for (Column column : columns) {
                Figure figure = row.figures().get(column.figure());
                cells.add(figure == null ? "-" : column.show(figure.median()));
                ranges.add(figure == null ? "" : column.show(figure.min()) + ", " + column.show(figure.max()));
            }
            table.row(cells.toArray(String[]::new));
            if (runs > 1) {
                table.row(ranges.toArray(String[]::new));
            }
        }
        out.println();
        table.print(out);
        out.println();
    }

    private RunsOfRow row(String group, Backend backend, String rowTitle) {
        note(backend.note());
        return rows.computeIfAbsent(new RowKey(group, rowTitle), any -> new RunsOfRow(backend.word()));
    }
}
