package dev.millrace.bench;

import dev.millrace.bench.report.HtmlReport;
import dev.millrace.bench.report.Report;
import dev.millrace.bench.report.ReportFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Leaves a run's results as JSON and HTML, and renders a JSON file again. */
final class ReportOutput {
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("'bench-'yyyyMMdd-HHmmss");

    private static final String UNFINISHED = "bench-unfinished.json";

    private ReportOutput() {}

    /** Where a report goes, by default {@code reports} beside the build's other output. */
    static Path place(String directory) {
        return OutputDirectory.of("out", directory, Installation.target().resolve("reports"));
    }

    /** Leaves the data that there are so far, should the run not come to its end; says where that cannot be done. */
    static void keep(Results results, RunFacts facts, Path place, PrintStream out) {
        Path file = place.resolve(UNFINISHED);
        try {
            ReportFile.write(results.report(facts), file);
        } catch (IOException e) {
            out.println("NOT KEPT: " + file + ": " + OutputDirectory.reason(e));
        }
    }

    /** Writes both files. */
    static void write(Results results, RunFacts facts, Path place, PrintStream out) throws IOException {
        Report report = results.report(facts);
        String name = NAME.format(LocalDateTime.now());
        Path json = place.resolve(name + ".json");
        Path html = place.resolve(name + ".html");
        try {
            ReportFile.write(report, json);
            HtmlReport.write(report, html);
            Files.deleteIfExists(place.resolve(UNFINISHED));
        } catch (IOException e) {
            throw new IOException("cannot write the report into " + place + ": " + OutputDirectory.reason(e), e);
        }
        out.println();
        out.println("report: " + html);
        out.println("data:   " + json);
    }

    /** {@code bench report <json> [html]}. */
    static void render(List<String> arguments, PrintStream out) throws IOException {
        if (arguments.isEmpty() || arguments.size() > 2) {
            throw new UsageException("expected: bench report <json file> [html file]");
        }
        Path json = Path.of(arguments.get(0));
        Path html = arguments.size() == 2
                ? Path.of(arguments.get(1))
                : json.resolveSibling(json.getFileName().toString().replaceFirst("\\.json$", "") + ".html");
        HtmlReport.write(ReportFile.read(json), html);
        out.println("report: " + html);
    }
}
