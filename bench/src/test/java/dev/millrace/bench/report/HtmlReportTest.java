package dev.millrace.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
    private static final List<String> HOSTILE = List.of(
            "</script><script>alert(1)</script>",
            "<!-- <script>",
            "]]>",
            "\"'&amp;\\u003c\\",
            "@SCRIPT@ @ECHARTS@ @DATA@",
            "$1 \\1 ${file}",
            "line\nbreak \u2028\u2029\u0000\t",
            "<img src=x onerror=alert(1)>");

    @TempDir
    Path directory;

    @Test
    void shouldHoldExactlyTheScriptsOfItsTemplateWhateverStandsInTheData() throws IOException {
        for (String hostile : HOSTILE) {
            String page = HtmlReport.render(report(hostile));

            assertThat(count(page, "</script")).as(hostile).isEqualTo(3);
            assertThat(count(page, "<script")).as(hostile).isEqualTo(3);
            assertThat(page).endsWith("</html>\n").doesNotContain("onerror=alert(1)>");
        }
    }

    @Test
    void shouldCarryTheDataUnharmed() throws IOException {
        Random random = new Random(11);
        for (int i = 0; i < 50; i++) {
            StringBuilder text = new StringBuilder();
            for (int part = 0; part < 4; part++) {
                text.append(HOSTILE.get(random.nextInt(HOSTILE.size()))).append((char) (32 + random.nextInt(0x500)));
            }
            Report report = report(text.toString());
            String page = HtmlReport.render(report);

            Path data = directory.resolve("data.json");
            int begin = page.indexOf('>', page.indexOf("<script type=\"application/json\"")) + 1;
            Files.writeString(data, page.substring(begin, page.indexOf("</script>", begin)));
            assertThat(ReportFile.read(data)).isEqualTo(report);
        }
    }

    @Test
    void shouldNeedNothingButItself() throws IOException {
        String page = HtmlReport.render(report("plain"));

        assertThat(page).doesNotContain("src=\"http").doesNotContain("<link").contains("Apache License");
        assertThat(page).doesNotContain("@ECHARTS").doesNotContain("@SCRIPT@").doesNotContain("@DATA@");
    }

    @Test
    void shouldReadBackWhatItWrote() throws IOException {
        Path file = directory.resolve("report.json");
        ReportFile.write(report("x"), file);

        assertThat(ReportFile.read(file)).isEqualTo(report("x"));
    }

    @Test
    void shouldReadWhatHasFewerFactsOfItsMachine() throws IOException {
        Path file = directory.resolve("report.json");
        ReportFile.write(report("x"), file);
        String older = Files.readString(file).replaceAll("\"(millrace|otherJdk|heap|dirtyLimits)\" : \"x\",\\s*", "");
        assertThat(older).doesNotContain("dirtyLimits");
        Files.writeString(file, older);

        Report report = ReportFile.read(file);

        assertThat(report.machine().dirtyLimits()).isNull();
        assertThat(HtmlReport.render(report)).containsPattern("\"millrace\"\\s*:\\s*null");
    }

    @Test
    void shouldSayWhatIsWrongWithAFileThatIsNoReport() throws IOException {
        Path file = Files.writeString(directory.resolve("other.json"), "{\"name\": 3}");
        Path newer = directory.resolve("newer.json");
        ReportFile.write(report("x"), newer);
        Files.writeString(newer, Files.readString(newer).replaceFirst("\"schema\" : 1", "\"schema\" : 99"));

        assertThatThrownBy(() -> ReportFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no report of the workbench");
        assertThatThrownBy(() -> ReportFile.read(newer)).hasMessageContaining("schema 99");
    }

    private static Report report(String text) {
        Figure figure = new Figure(2, 1, 3, List.of(1.0, 2.0, 3.0));
        Row row = new Row(text, text, text, Map.of("rate", figure), Map.of("call", List.of(new Point(50, 100))));
        Section section = new Section(
                text,
                text,
                text,
                text,
                List.of(new Column("rate", text, text, 1, 2)),
                List.of(new Plot(Plot.Kind.BARS, "rate", text, "more")),
                List.of(row),
                List.of(text));
        return new Report(
                Report.SCHEMA,
                text,
                text,
                12,
                new MachineFacts(text, 2, text, text, text, text, text, text, text, text, text, 0.5),
                List.of(section),
                List.of(new Verdict(text, text, text, text, true)),
                List.of(text));
    }

    private static int count(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }
}
