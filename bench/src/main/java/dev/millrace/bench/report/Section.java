package dev.millrace.bench.report;

import java.util.List;

/**
 * What a scenario measured.
 *
 * @param scenario its word on the command line
 * @param title a heading
 * @param question what it answers, one or two sentences
 * @param settings the options of the run
 * @param columns the figures of a row, in the order in which they are shown
 * @param plots which of them are drawn
 * @param rows the figures
 * @param notes what a reader must know to read them
 * @since 0.1.0
 */
public record Section(
        String scenario,
        String title,
        String question,
        String settings,
        List<Column> columns,
        List<Plot> plots,
        List<Row> rows,
        List<String> notes) {}
