package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.config.logback.source.Surroundings;
import dev.millrace.core.plan.PlanReading;
import dev.millrace.core.plan.WatchedFile;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadAgainTest {
    private static final String CONSOLE =
            """
              <appender name="C" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%m%n</pattern></encoder>
              </appender>
            """;

    @TempDir
    Path dir;

    private final FakeSurroundings surroundings = new FakeSurroundings();
    private final LogbackPlanReader reader = new LogbackPlanReader(surroundings);
    private final StatusLog status = new StatusLog();
    private Path file;

    @BeforeEach
    void name() {
        file = dir.resolve("my logback.xml");
        surroundings.properties.put("millrace.config", file.toString());
    }

    private void write(String attributes, String content) throws IOException {
        Files.writeString(file, "<configuration " + attributes + ">\n" + CONSOLE + content + "</configuration>\n");
    }

    private static String root(String level) {
        return "<root level=\"" + level + "\"><appender-ref ref=\"C\"/></root>\n";
    }

    private PlanReading read() {
        return reader.read(null, status).orElseThrow();
    }

    private List<String> messages(StatusCode code) {
        return status.list().stream()
                .filter(each -> each.code() == code)
                .map(Status::message)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "scan='true', 60000",
        "scan='yes' scanPeriod='30 seconds', 30000",
        "scan='TRUE' scanPeriod='2 minutes', 120000",
        "scan='true' scanPeriod='3 hours', 10800000",
        "scan='true' scanPeriod='2 days', 172800000",
        "scan='true' scanPeriod='30s', 30",
        "scan='true' scanPeriod=' ', 60000",
        "scan='false' scanPeriod='30 seconds', 0",
        "scanPeriod='30 seconds', 0",
        "debug='false', 0"
    })
    void shouldWatchAsTheAttributesSay(String attributes, long periodMillis) throws IOException {
        write(attributes, root("INFO"));

        PlanReading reading = read();

        assertThat(reading.scanPeriodMillis()).isEqualTo(periodMillis);
        assertThat(reading.files())
                .extracting(WatchedFile::path)
                .containsExactlyElementsOf(periodMillis > 0 ? List.of(file) : List.of());
        assertThat(messages(StatusCode.MR461)).isEmpty();
    }

    @Test
    void shouldTakeThePeriodFromAPropertyOfTheFileItself() throws IOException {
        write("scan='true' scanPeriod='${period}'", "<property name='period' value='7 seconds'/>" + root("INFO"));

        assertThat(read().scanPeriodMillis()).isEqualTo(7_000);
        assertThat(status.list()).noneMatch(each -> each.message().contains("period"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "0", "-1 minute", "1 week"})
    void shouldLookOnceAMinuteWhenThePeriodIsNone(String period) throws IOException {
        write("scan='true' scanPeriod='" + period + "'", root("INFO"));

        PlanReading reading = read();

        assertThat(reading.scanPeriodMillis()).isEqualTo(60_000);
        assertThat(messages(StatusCode.MR461))
                .singleElement()
                .asString()
                .contains(file + ":1")
                .contains(period);
    }

    @Test
    void shouldWatchFilesOfPropertiesToo() throws IOException {
        Path properties = Files.writeString(dir.resolve("p.properties"), "level=DEBUG\n");
        write("scan='true'", "<property file=\"" + properties + "\"/>" + root("${level}"));
        PlanReading first = read();
        assertThat(first.plan().root().level()).isEqualTo(Levels.DEBUG);
        assertThat(first.files()).extracting(WatchedFile::path).containsExactly(file, properties);

        Files.writeString(properties, "level=ERROR, no\nlevel=ERROR\n");
        PlanReading again = reader.readAgain(first, status).orElseThrow();

        assertThat(first.files()).filteredOn(WatchedFile::hasChanged).hasSize(1);
        assertThat(again.plan().root().level()).isEqualTo(Levels.ERROR);
        assertThat(again.files()).extracting(WatchedFile::path).containsExactly(file, properties);
        assertThat(again.files()).noneMatch(WatchedFile::hasChanged);
    }

    @Test
    void shouldWatchFilesOfPropertiesInsideASiftToo() throws IOException {
        Path properties = Files.writeString(dir.resolve("p.properties"), "pattern=%m%n\n");
        write(
                "scan='true'",
                """
                <appender name="S" class="ch.qos.logback.classic.sift.SiftingAppender">
                  <discriminator><key>user</key><defaultValue>none</defaultValue></discriminator>
                  <sift>
                    <property file="%s"/>
                    <appender name="F" class="ch.qos.logback.core.FileAppender">
                      <file>%s/${user}.log</file><encoder><pattern>${pattern}</pattern></encoder>
                    </appender>
                  </sift>
                </appender>
                <root><appender-ref ref="S"/></root>
                """
                        .formatted(properties, dir));

        assertThat(read().files()).extracting(WatchedFile::path).containsExactly(file, properties);
    }

    @Test
    void shouldSeeWhatChangesWhileItIsReadForTheFirstTime() throws IOException {
        write("scan='true'", root("INFO"));
        Surroundings changing = new Surroundings() {
            @Override
            public String systemProperty(String key) {
                if (key.equals("logback.debug")) {
                    rewrite();
                }
                return surroundings.systemProperty(key);
            }
        };

        PlanReading first = new LogbackPlanReader(changing).read(null, status).orElseThrow();

        assertThat(first.plan().root().level()).isEqualTo(Levels.INFO);
        assertThat(first.files()).hasSize(1).allMatch(WatchedFile::hasChanged);
    }

    private void rewrite() {
        try {
            write("scan='true'", root("WARN") + "<!-- another size -->");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldKeepTheBirthOfTheContextWhenItIsReadAgain() throws IOException {
        String stamp = "<timestamp key='%s' datePattern='yyyyMMddHHmmssSSS' timeReference='%s' scope='context'/>";
        write("", stamp.formatted("birth", "CONTEXTBIRTH") + stamp.formatted("now", "") + root("INFO"));

        PlanReading first = read();
        surroundings.nowMillis++;
        PlanReading again = reader.readAgain(first, status).orElseThrow();

        assertThat(again.plan().properties().get("birth"))
                .isEqualTo(first.plan().properties().get("birth"));
        assertThat(again.plan().properties().get("now"))
                .isNotEqualTo(first.plan().properties().get("now"));
    }

    @Test
    void shouldWatchIncludedFilesToo() throws IOException {
        Path included = dir.resolve("included.xml");
        Files.writeString(included, "<included>" + root("DEBUG") + "</included>");
        write("scan='true'", "<include file=\"" + included + "\"/>");
        PlanReading first = read();
        assertThat(first.plan().root().level()).isEqualTo(Levels.DEBUG);
        assertThat(first.files()).extracting(WatchedFile::path).containsExactly(file, included);

        Files.writeString(included, "<included><!-- longer -->" + root("ERROR") + "</included>");
        PlanReading again = reader.readAgain(first, status).orElseThrow();

        assertThat(first.files())
                .filteredOn(WatchedFile::hasChanged)
                .extracting(WatchedFile::path)
                .containsExactly(included);
        assertThat(again.plan().root().level()).isEqualTo(Levels.ERROR);
        assertThat(again.files()).noneMatch(WatchedFile::hasChanged);
    }

    @Test
    void shouldNoticeThatAFileComesWhichWasIncludedInVain() throws IOException {
        Path included = dir.resolve("included.xml");
        write("scan='true'", root("INFO") + "<include optional=\"true\" file=\"" + included + "\"/>");
        PlanReading first = read();

        Files.writeString(included, "<included>" + root("ERROR") + "</included>");
        PlanReading again = reader.readAgain(first, status).orElseThrow();

        assertThat(first.files())
                .filteredOn(WatchedFile::hasChanged)
                .extracting(WatchedFile::path)
                .containsExactly(included);
        assertThat(again.plan().root().level()).isEqualTo(Levels.ERROR);
    }

    @Test
    void shouldLookAtAFileThatIsNamedNowAndComesLater() throws IOException {
        Path included = dir.resolve("included.xml");
        write("scan='true'", root("INFO"));
        PlanReading first = read();
        write("scan='true'", root("INFO") + "<include file=\"" + included + "\"/>");

        PlanReading worse = reader.readAgain(first, status).orElseThrow();
        assertThat(worse.plan()).isSameAs(first.plan());
        assertThat(messages(StatusCode.MR460)).hasSize(1);
        assertThat(worse.files()).noneMatch(WatchedFile::hasChanged);

        Files.writeString(included, "<included>" + root("ERROR") + "</included>");
        assertThat(worse.files())
                .filteredOn(WatchedFile::hasChanged)
                .extracting(WatchedFile::path)
                .containsExactly(included);
        assertThat(reader.readAgain(worse, status).orElseThrow().plan().root().level())
                .isEqualTo(Levels.ERROR);
    }

    @Test
    void shouldSeeAnotherFileOfTheSameNameTimeAndSize() throws IOException {
        write("scan='true'", root("INFO"));
        PlanReading first = read();
        Path next = Files.copy(file, dir.resolve("next"), StandardCopyOption.COPY_ATTRIBUTES);

        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);

        assertThat(first.files()).allMatch(WatchedFile::hasChanged);
    }

    @Test
    void shouldReadWithoutScanWhenItIsAsked() throws IOException {
        write("", root("INFO"));
        PlanReading first = read();

        write("scan='true'", root("WARN"));
        PlanReading again = reader.readAgain(first, status).orElseThrow();

        assertThat(again.plan().root().level()).isEqualTo(Levels.WARN);
        assertThat(again.scanPeriodMillis()).isEqualTo(60_000);
    }

    @ParameterizedTest
    @CsvSource({
        "<configuration><root>, :1:",
        "<other/>, :1:",
        "'', :",
        "<configuration><appender name='A' class='no.such.Appender'/><root><appender-ref ref='A'/></root></configuration>, logback.xml"
    })
    void shouldNotUseWhatIsWorseThanBefore(String content, String place) throws IOException {
        write("scan='true'", root("INFO"));
        PlanReading first = read();

        Files.writeString(file, content);
        Optional<PlanReading> again = reader.readAgain(first, status);

        assertThat(again).isEmpty();
        assertThat(messages(StatusCode.MR460))
                .singleElement()
                .asString()
                .contains(place)
                .endsWith("the configuration stays as it was");
        assertThat(messages(StatusCode.MR405)).isEmpty();
    }

    /** At a start it prints nothing, as in Logback: there is nothing else that could be in force. */
    @ParameterizedTest
    @ValueSource(strings = {"%-5(%level %m%n", "100% %m%n", "C:\\logs %m%n"})
    void shouldNotUseAPatternThatPrintsNothing(String pattern) throws IOException {
        String broken =
                """
                <appender name="D" class="ch.qos.logback.core.ConsoleAppender">
                  <encoder><pattern>%s</pattern></encoder></appender>
                <root><appender-ref ref="D"/></root>
                """
                        .formatted(pattern);
        write("scan='true'", root("INFO"));
        PlanReading first = read();
        write("scan='true'", root("WARN") + broken);

        PlanReading again = reader.readAgain(first, status).orElseThrow();

        assertThat(again.plan()).isSameAs(first.plan());
        assertThat(messages(StatusCode.MR460))
                .hasSize(2)
                .allMatch(message -> message.endsWith("the configuration stays as it was"))
                .first()
                .asString()
                .startsWith(file + ":7: ")
                .contains(pattern, "sink D would print nothing");

        PlanReading second = read();
        write("scan='true'", root("ERROR") + broken);
        assertThat(reader.readAgain(second, status).orElseThrow().plan().root().level())
                .as("as it was before")
                .isEqualTo(Levels.ERROR);
    }

    @Test
    void shouldNotUseAFileThatIsGone() throws IOException {
        write("scan='true'", root("INFO"));
        PlanReading first = read();

        Files.delete(file);

        assertThat(reader.readAgain(first, status)).isEmpty();
        assertThat(messages(StatusCode.MR460)).singleElement().asString().contains(file.toString());
    }

    @Test
    void shouldUseAFileThatStillHasTheErrorsOfTheStart() throws IOException {
        write("scan='true'", unsupported("A") + root("INFO"));
        PlanReading first = read();

        write("scan='true'", "<!-- a line further down -->\n" + unsupported("A") + root("WARN"));

        assertThat(first.errors()).isNotEmpty();
        assertThat(reader.readAgain(first, status)).isPresent();
    }

    @Test
    void shouldNotUseAFileThatHasAsManyErrorsAndOthers() throws IOException {
        write("scan='true'", unsupported("A") + root("INFO"));
        PlanReading first = read();

        write("scan='true'", unsupported("B") + root("WARN"));
        PlanReading again = reader.readAgain(first, status).orElseThrow();

        assertThat(again.plan()).isSameAs(first.plan());
        assertThat(messages(StatusCode.MR460)).hasSize(1);
    }

    private static String unsupported(String name) {
        return "<appender name='" + name + "' class='no.such.Appender'/>\n<logger name='x'><appender-ref ref='" + name
                + "'/></logger>\n";
    }

    @Test
    void shouldFindWhatWasUnusableAtTheStartOnceItIsRepaired() throws IOException {
        Files.writeString(file, "<configuration>");
        PlanReading first = read();

        write("", root("WARN"));

        assertThat(reader.readAgain(first, status).orElseThrow().plan().root().level())
                .isEqualTo(Levels.WARN);
    }

    @Test
    void shouldTakeWhatHasErrorsForTheConsoleOfAFileThatWasUnusableAtTheStart() throws IOException {
        Files.writeString(file, "<configuration>");
        PlanReading first = read();

        write(
                "",
                """
                <appender name="A" class="no.such.Appender"/><appender name="B" class="no.such.Appender"/>
                <logger name="x"><appender-ref ref="A"/><appender-ref ref="B"/></logger>
                """
                        + root("WARN"));
        PlanReading again = reader.readAgain(first, status).orElseThrow();

        assertThat(again.plan().root().level()).isEqualTo(Levels.WARN);
        assertThat(again.errors()).hasSize(2);
    }
}
