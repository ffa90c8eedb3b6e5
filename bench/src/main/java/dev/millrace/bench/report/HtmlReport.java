package dev.millrace.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A report as one HTML page that needs nothing but itself: data, plots and the library that draws them.
 *
 * @since 0.1.0
 */
public final class HtmlReport {
    private static final String ECHARTS_VERSION = "5.3.1";
    private static final String ECHARTS =
            "/META-INF/resources/webjars/echarts/" + ECHARTS_VERSION + "/dist/echarts.common.min.js";

    private HtmlReport() {}

    /** Writes the page. */
    public static void write(Report report, Path file) throws IOException {
        Files.writeString(file, render(report));
    }

    /** The page. */
    static String render(Report report) throws IOException {
        // The data come last: whatever stands in them is no placeholder.
        return resource("report.html")
                .replace("@ECHARTS_VERSION@", ECHARTS_VERSION)
                .replace("@ECHARTS@", resource(ECHARTS))
                .replace("@SCRIPT@", resource("report.js"))
                .replace("@DATA@", forScript(ReportFile.json(report)));
    }

    /**
     * JSON that nothing in a page can take for its own markup. Only strings hold these characters, and there an escape
     * means the same.
     */
    private static String forScript(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("not on the class path: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
