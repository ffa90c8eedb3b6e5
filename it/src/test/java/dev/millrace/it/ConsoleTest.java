package dev.millrace.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.it.child.ConsoleChild;
import dev.millrace.it.child.StreamChild;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Configuration;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Terminals;
import dev.millrace.it.harness.Waiting;
import dev.millrace.it.harness.WorkDir;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real terminals, pipes and closed descriptors. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ConsoleTest {
    private static final String PATTERN = "%msg%n";
    private static final String COLORS = "%red(%msg) %highlight(%level) %n";
    private static final String COLORED = "\u001b[31mlogged 0\u001b[0;39m \u001b[34mINFO\u001b[0;39m \n";
    private static final String PLAIN = "logged 0 INFO \n";
    private static final int END_SECONDS = 60;

    private final WorkDir dir = new WorkDir("console");
    private final Path file = dir.path().resolve("app.log");

    @AfterEach
    void clear() {
        dir.close();
    }

    static List<Jdk> jdks() {
        return Jdk.all();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void shouldKeepTheOrderOfPrintsAndLinesOnATerminal(Jdk jdk) throws Exception {
        assumeTrue(Terminals.exist(), Terminals.NONE);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            expected.add("printed " + i);
            expected.add("logged " + i);
        }

        try (ChildJvm child = onTerminal(child(jdk, PATTERN, "in-turn", 300))) {
            String printed = all(child.pipe());

            assertThat(child.join(END_SECONDS)).isZero();
            assertThat(printed.lines()).containsExactlyElementsOf(expected);
            assertThat(terminalErrors()).contains("MR340").contains("standard output is a terminal; calls write to it");
        }
    }

    @Test
    void shouldPrintEachLineOnceIntoAPipeInTheBackground() throws Exception {
        try (ChildJvm child = child(Jdk.running(), PATTERN, "in-turn", 300).start()) {
            String printed = all(child.pipe());

            assertThat(child.join(END_SECONDS)).isZero();
            assertThat(printed.lines().filter(line -> line.startsWith("logged")))
                    .containsExactlyElementsOf(logged(300));
            assertThat(child.errors()).contains("standard output is a pipe; it is written to in the background");
        }
    }

    @Test
    void shouldTearNoLineWhileOthersPrintIntoTheSamePipe() throws Exception {
        int count = 40_000;

        try (ChildJvm child = child(Jdk.running(), PATTERN, "at-once", count).start()) {
            List<String> lines = all(child.pipe()).lines().toList();

            assertThat(child.join(END_SECONDS)).isZero();
            assertThat(lines).allMatch(line -> line.matches("(printed|logged) \\d+"));
            assertThat(lines.stream().filter(line -> line.startsWith("logged")))
                    .containsExactlyElementsOf(logged(count));
            assertThat(lines).hasSize(2 * count);
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void i8ShouldWriteTheFileWhileStandardOutputIsClosed(Jdk jdk) throws Exception {
        ChildJvm.Start start =
                child(jdk, PATTERN, "after-a-line", 2_000).launcher("/bin/sh", "-c", "exec \"$@\" >&-", "sh");

        try (ChildJvm child = start.start()) {
            child.say("go");

            assertThat(child.join(END_SECONDS)).isZero();
            assertThat(Files.readAllLines(file)).containsExactlyElementsOf(logged(2_000));
            assertThat(child.errors()).containsOnlyOnce("MR341").contains("standard output is closed");
        }
    }

    @Test
    void i8ShouldWriteTheFileWhenThePipeIsBroken() throws Exception {
        try (ChildJvm child =
                child(Jdk.running(), PATTERN, "after-a-line", 2_000).start()) {
            child.pipe().close();
            child.say("go");

            assertThat(child.join(END_SECONDS)).isZero();
            assertThat(Files.readAllLines(file)).containsExactlyElementsOf(logged(2_000));
            assertThat(child.errors()).containsOnlyOnce("MR341").contains("Broken pipe");
        }
    }

    @Test
    void i8ShouldEndWhileAHookLogsIntoAPipeThatNobodyReads() throws Exception {
        int count = 50_000;

        try (ChildJvm child =
                child(Jdk.running(), PATTERN, "from-a-hook", count).start()) {
            int exit = child.join(END_SECONDS);

            assertThat(exit).as(child.errors()).isZero();
            assertThat(Files.readAllLines(file).subList(1, count + 1)).containsExactlyElementsOf(logged(count));
        }
    }

    @Test
    void shouldFindLinesInAStreamThatTheProgramPutsThereLater() throws Exception {
        try (ChildJvm child = child(Jdk.running(), PATTERN, "replaced", 50).start()) {
            String printed = all(child.pipe());

            assertThat(child.join(END_SECONDS)).isZero();
            assertThat(child.errors()).contains("captured 50");
            assertThat(printed).isEqualTo("after\n");
        }
    }

    @Test
    void i1ShouldPrintWhereItLedThenWhatWasLoggedBeforeTheStreamWasReplaced() throws Exception {
        int count = 20_000;
        List<String> expected = new ArrayList<>(logged(count));
        expected.add("after");

        try (ChildJvm child = child(Jdk.running(), PATTERN, "silenced", count).start()) {
            List<String> lines = all(child.pipe()).lines().toList();

            assertThat(child.join(END_SECONDS)).isZero();
            assertThat(lines).hasSameSizeAs(expected);
            assertThat(lines.equals(expected)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void i1ShouldPrintToAStreamThatTheProgramHasSetInTheBackgroundToo(boolean isSetBefore) throws Exception {
        int count = 500;
        Configuration configuration = new Configuration().console("CONSOLE", PATTERN);
        ChildJvm.Start start = ChildJvm.of(Jdk.running(), StreamChild.class, dir.path())
                .configuration(configuration.write(dir.path().resolve("logback.xml")))
                .property("millrace.journal.dir", dir.path())
                .property("millrace.sync", false)
                .arguments(isSetBefore, count)
                .outputAsPipe();

        try (ChildJvm child = start.start()) {
            String printed = all(child.pipe());

            assertThat(child.join(END_SECONDS)).isZero();
            assertThat(child.errors().lines()).containsExactlyElementsOf(logged(count));
            assertThat(printed).isEqualTo(isSetBefore ? "" : "before\n");
        }
    }

    @Test
    void i8ShouldHoldUpNoCallWhereAStreamIsReplacedThatLeadsToAPipeThatNobodyReads() throws Exception {
        int count = 80_000;
        Configuration configuration = new Configuration()
                .console("CONSOLE", PATTERN)
                .file("FILE", file, PATTERN)
                .raw(
                        """
                        <logger name="quiet" additivity="false"><appender-ref ref="FILE"/></logger>
                        """,
                        "");

        try (ChildJvm child =
                child(Jdk.running(), configuration, "unread", count).start()) {
            boolean returned = Waiting.until(END_SECONDS, () -> child.errors().contains("all calls returned"));
            child.say("go");
            List<String> lines = all(child.pipe()).lines().toList();

            assertThat(returned).as(child.errors()).isTrue();
            assertThat(child.join(END_SECONDS)).isZero();
            assertThat(lines).hasSize(count);
            assertThat(lines.equals(logged(count))).isTrue();
            assertThat(Files.readAllLines(file)).hasSize(count + 2).endsWith("not printed", "not printed");
        }
    }

    @Test
    void shouldPrintColoursIntoAPipeAsLogbackDoes() throws Exception {
        assertThat(printedInto(child(Jdk.running(), COLORS, "after-a-line", 1))).isEqualTo(COLORED);
    }

    @Test
    void shouldPrintNoColoursWhereNoColorIsSet() throws Exception {
        ChildJvm.Start start = child(Jdk.running(), COLORS, "after-a-line", 1).environment("NO_COLOR", "1");

        assertThat(printedInto(start)).isEqualTo(PLAIN);
    }

    @Test
    void shouldPrintNoColoursOnADumbTerminal() throws Exception {
        ChildJvm.Start start = child(Jdk.running(), COLORS, "after-a-line", 1).environment("TERM", "dumb");

        assertThat(printedInto(start)).isEqualTo(PLAIN);
    }

    @Test
    void shouldPrintNoColoursIntoAPipeWithJansi() throws Exception {
        assertThat(printedInto(withJansi("after-a-line"))).isEqualTo(PLAIN);
    }

    @Test
    void shouldPrintColoursOnATerminalWithJansi() throws Exception {
        assumeTrue(Terminals.exist(), Terminals.NONE);

        try (ChildJvm child = onTerminal(withJansi("in-turn"))) {
            assertThat(all(child.pipe())).endsWith(COLORED);
            assertThat(child.join(END_SECONDS)).isZero();
        }
    }

    private ChildJvm.Start child(Jdk jdk, String pattern, String what, int count) {
        Configuration configuration =
                new Configuration().console("CONSOLE", pattern).file("FILE", file, PATTERN);
        return child(jdk, configuration, what, count);
    }

    private ChildJvm.Start withJansi(String what) {
        Configuration configuration = new Configuration()
                .raw(
                        """
                        <appender name="CONSOLE" class="ch.qos.logback.core.ConsoleAppender">
                          <withJansi>true</withJansi>
                          <encoder><pattern>%s</pattern></encoder>
                        </appender>
                        """
                                .formatted(COLORS),
                        "CONSOLE");
        return child(Jdk.running(), configuration, what, 1);
    }

    private ChildJvm.Start child(Jdk jdk, Configuration configuration, String what, int count) {
        return ChildJvm.of(jdk, ConsoleChild.class, dir.path())
                .configuration(configuration.write(dir.path().resolve("logback.xml")))
                .property("millrace.status", "info")
                .property("millrace.journal.dir", dir.path())
                .environment("NO_COLOR", "")
                .environment("TERM", "xterm")
                .arguments(what, count)
                .outputAsPipe();
    }

    private ChildJvm onTerminal(ChildJvm.Start start) {
        return start.launcher(Terminals.launcher(dir.path().resolve("terminal.err")))
                .start();
    }

    private String terminalErrors() throws IOException {
        return Files.readString(dir.path().resolve("terminal.err"));
    }

    private static String printedInto(ChildJvm.Start start) throws IOException {
        try (ChildJvm child = start.start()) {
            child.say("go");
            String printed = all(child.pipe());
            assertThat(child.join(END_SECONDS)).isZero();
            return printed;
        }
    }

    private static List<String> logged(int count) {
        return IntStream.range(0, count).mapToObj(i -> "logged " + i).toList();
    }

    private static String all(InputStream pipe) throws IOException {
        return new String(pipe.readAllBytes(), StandardCharsets.UTF_8);
    }
}
