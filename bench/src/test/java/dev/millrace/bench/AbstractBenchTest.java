package dev.millrace.bench;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Runs the workbench as from the command line, and keeps what it prints. */
abstract class AbstractBenchTest {
    /** For forks that live a second: no optimizing compiler, and no heap that is touched beforehand. */
    private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -Xms32m -XX:-AlwaysPreTouch";

    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path work;

    final int bench(String scenario, String... options) {
        List<String> arguments = new ArrayList<>(List.of(scenario));
        if (Bench.scenario(scenario).optionDefaults().containsKey("jvm")) {
            arguments.add("--jvm=" + SHORT_LIVED);
        }
        // Behind it, so that a test can ask for the forks as they are measured: the last one counts.
        arguments.addAll(List.of(options));
        arguments.add("--work=" + work);
        return Bench.run(arguments.toArray(String[]::new), print(out), print(err));
    }

    final String all() {
        return text(out) + text(err);
    }

    static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
