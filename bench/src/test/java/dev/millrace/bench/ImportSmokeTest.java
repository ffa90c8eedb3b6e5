package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Imports of a few lines, where the command line has been built before. */
@Timeout(120)
class ImportSmokeTest extends AbstractBenchTest {
    private static boolean isBuilt() {
        try {
            return Installation.commandLine() != null;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void shouldWriteLinesAsTheServersWriteThem() throws IOException {
        ByteArrayOutputStream combined = new ByteArrayOutputStream();
        ByteArrayOutputStream json = new ByteArrayOutputStream();

        AccessLines.COMBINED.write(60_000, combined);
        AccessLines.JSON.write(3, json);

        assertThat(combined.toString(StandardCharsets.US_ASCII).lines())
                .hasSize(60_000)
                .allMatch(
                        line -> line.matches(
                                "[\\d.]+ - - \\[21/Nov/2026:[\\d:]{8} \\+0000] \"GET /\\S+ HTTP/1\\.1\" \\d{3} \\d+ \"\\S+\" \"[^\"]+\""));
        assertThat(json.toString(StandardCharsets.US_ASCII).lines())
                .hasSize(3)
                .allMatch(line -> line.startsWith("{\"time\":\"2026-11-21T") && line.endsWith("\"}"));
    }

    @Test
    void shouldImportEveryLineFromFilesAndFromAPipe() {
        assumeTrue(isBuilt(), "no command line: ./mvnw -DskipTests package");

        int code = bench("import", "--lines=3k", "--cores=all", "--fields=replay", "--runs=1", "--hold=never");

        assertThat(code).as(all()).isZero();
        assertThat(text(out)).contains("combined, file, all processors", "json, pipe, all processors", "String.split");
    }

    @Test
    void shouldSayWhichWordsItKnows() {
        assertThat(bench("import", "--cores=2")).isEqualTo(Bench.EXIT_USAGE);
        assertThat(bench("import", "--formats=csv")).isEqualTo(Bench.EXIT_USAGE);

        assertThat(text(err)).contains("'--cores' is 1 or all, not '2'", "combined and json, not 'csv'");
    }
}
