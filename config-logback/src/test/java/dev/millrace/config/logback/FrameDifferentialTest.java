package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.sink.StandardStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers and footers stand where Logback puts them, byte for byte, over two lives of a program. */
@Timeout(60)
class FrameDifferentialTest {
    private static final List<String> EVENTS = List.of("INFO a one \u00e9", "WARN a.b two", "DEBUG a three");
    private static final String WRAPPING = "<encoder class='ch.qos.logback.core.encoder.LayoutWrappingEncoder'>%s"
            + "<layout class='ch.qos.logback.classic.PatternLayout'><pattern>%%m%%n</pattern>%s</layout></encoder>";
    private static final String FILE = "ch.qos.logback.core.FileAppender";

    @TempDir
    Path dir;

    private static String configuration(String className, String options) {
        return "<configuration><appender name='A' class='" + className + "'>" + options
                + "</appender><root level='DEBUG'><appender-ref ref='A'/></root></configuration>";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<encoder><pattern>%-5p %m%n</pattern><outputPatternAsHeader>true</outputPatternAsHeader></encoder>",
                "<encoder><outputPatternAsHeader>true</outputPatternAsHeader><pattern> %m%n </pattern>"
                        + "<charset>UTF-16</charset></encoder>",
                "<append>false</append><encoder><pattern>%m%n</pattern>"
                        + "<outputPatternAsHeader>true</outputPatternAsHeader></encoder>",
                "<prudent>true</prudent><encoder><pattern>%m%n</pattern>"
                        + "<outputPatternAsHeader>true</outputPatternAsHeader></encoder>",
                "<encoder><pattern>%m%n</pattern><outputPatternAsHeader>false</outputPatternAsHeader></encoder>"
            })
    void shouldWriteThePatternAsHeader(String options) throws IOException {
        assertSameFiles(options);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<fileHeader>fh ${x}</fileHeader><fileFooter> ff </fileFooter>",
                "<presentationHeader>ph</presentationHeader><presentationFooter>pf</presentationFooter>",
                "<fileHeader>fh</fileHeader><fileFooter>ff</fileFooter><presentationHeader>ph</presentationHeader>"
                        + "<presentationFooter>pf</presentationFooter>",
                "<fileHeader>&lt;log&gt;\u00e9</fileHeader><fileFooter>&lt;/log&gt;\u20ac</fileFooter>"
                        + "<presentationHeader>ph</presentationHeader>"
                        + "<outputPatternAsHeader>true</outputPatternAsHeader>",
                "<fileFooter>ff</fileFooter>",
                "<fileHeader/>"
            })
    void shouldWriteWhatLayoutsPutAroundEvents(String frame) throws IOException {
        assertSameFiles(WRAPPING.formatted("", frame));
        assertSameFiles(WRAPPING.formatted("<charset>ISO-8859-1</charset>", frame));
        assertSameFiles("<append>false</append>" + WRAPPING.formatted("", frame));
        assertSameFiles("<prudent>true</prudent>" + WRAPPING.formatted("", frame));
    }

    /** A stream that is there at Millrace's first look counts as the process's own. */
    @BeforeAll
    static void lookAtTheStreams() {
        assertThat(StandardStream.OUT.current()).isNotSameAs(StandardStream.ERR.current());
    }

    @ParameterizedTest
    @ValueSource(strings = {"<fileHeader>fh</fileHeader><presentationFooter>pf</presentationFooter>", ""})
    void shouldWriteNothingElseOnAConsole(String frame) {
        for (String target : List.of("System.out", "System.err")) {
            String text = configuration(
                    "ch.qos.logback.core.ConsoleAppender",
                    "<target>" + target + "</target>" + WRAPPING.formatted("<charset>UTF-8</charset>", frame));
            byte[] xml = text.getBytes(StandardCharsets.UTF_8);

            String expected = printed(() -> LogbackOracle.run(xml, EVENTS));
            String silent = printed(() -> LogbackOracle.run(xml, List.of()));

            assertThat(printed(() -> log(text, EVENTS))).isEqualTo(expected);
            assertThat(printed(() -> log(text, List.of()))).isEqualTo(silent);
        }
    }

    private void log(String text, List<String> events) {
        try {
            WrittenFiles.log(Files.writeString(dir.resolve("console.inc"), text), events);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String printed(Runnable action) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream printer = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        System.setOut(printer);
        System.setErr(printer);
        try {
            action.run();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private void assertSameFiles(String options) throws IOException {
        Path home = Files.createTempDirectory(dir, "m");
        Path expectedHome = Files.createTempDirectory(dir, "l");
        for (List<String> events : List.of(EVENTS, List.<String>of(), EVENTS.subList(1, 2))) {
            LogbackOracle.run(configuration(expectedHome, options).getBytes(StandardCharsets.UTF_8), events);
            WrittenFiles.log(
                    Files.writeString(home.resolve("configuration.inc"), configuration(home, options)), events);

            assertThat(WrittenFiles.of(home)).as(options).isEqualTo(WrittenFiles.of(expectedHome));
        }
    }

    private static String configuration(Path home, String options) {
        return configuration(FILE, "<file>" + home + "/a.log</file>" + options);
    }
}
