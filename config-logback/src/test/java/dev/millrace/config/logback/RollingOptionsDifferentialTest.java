package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.config.logback.report.RecordingReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real Logback and Millrace read the same rolling policies, with options where they do not belong. */
@Timeout(120)
class RollingOptionsDifferentialTest {
    private static final String PACKAGE = "ch.qos.logback.core.rolling.";
    private static final String OLD = "<fileNamePattern>HOME/old/app-%d{yyyy-MM}.log</fileNamePattern>";
    private static final String OLD_INDEXED = "<fileNamePattern>HOME/old/app-%d{yyyy-MM}.%i.log</fileNamePattern>";
    private static final String NESTED = "timeBasedFileNamingAndTriggeringPolicy";
    private static final int LINES = 60;

    @TempDir
    Path directory;

    enum Policies {
        HISTORY_INSIDE_THE_NESTED_POLICY(rolling(
                "TimeBasedRollingPolicy",
                OLD_INDEXED
                        + part(
                                NESTED,
                                "SizeAndTimeBasedFNATP",
                                "<maxFileSize>1KB</maxFileSize><maxHistory>1</maxHistory>"
                                        + "<totalSizeCap>2KB</totalSizeCap>"
                                        + "<cleanHistoryOnStart>true</cleanHistoryOnStart>"))),
        NAMES_INSIDE_THE_NESTED_POLICY(rolling(
                "TimeBasedRollingPolicy",
                OLD_INDEXED
                        + part(
                                NESTED,
                                "SizeAndTimeBasedFileNamingAndTriggeringPolicy",
                                "<fileNamePattern>HOME/other-%d{yyyy-MM}.%i.log</fileNamePattern>"
                                        + "<maxFileSize>1KB</maxFileSize>"))),
        SIZE_OF_BOTH_POLICIES(rolling(
                "SizeAndTimeBasedRollingPolicy",
                OLD_INDEXED + "<maxFileSize>2KB</maxFileSize>"
                        + part(NESTED, "SizeAndTimeBasedFNATP", "<maxFileSize>1KB</maxFileSize>"))),
        SIZE_OF_A_POLICY_BY_TIME(
                rolling("TimeBasedRollingPolicy", OLD + "<maxFileSize>1KB</maxFileSize><maxHistory>30</maxHistory>")),
        SIZE_OF_THE_NESTED_POLICY_BY_TIME(rolling(
                "TimeBasedRollingPolicy",
                OLD + part(NESTED, "DefaultTimeBasedFileNamingAndTriggeringPolicy", "<maxFileSize>1KB</maxFileSize>"))),
        SIZE_OF_A_WINDOW(rolling(
                        "FixedWindowRollingPolicy",
                        "<fileNamePattern>HOME/old/app-%i.log</fileNamePattern><maxFileSize>1KB</maxFileSize>"
                                + "<maxHistory>1</maxHistory>")
                + part("triggeringPolicy", "SizeBasedTriggeringPolicy", "")),
        INDEXES_OF_A_TRIGGER(
                rolling("FixedWindowRollingPolicy", "<fileNamePattern>HOME/old/app-%i.log</fileNamePattern>")
                        + part(
                                "triggeringPolicy",
                                "SizeBasedTriggeringPolicy",
                                "<minIndex>3</minIndex><maxIndex>4</maxIndex><maxHistory>1</maxHistory>")),
        INDEXES_OF_A_POLICY_BY_TIME(rolling(
                "SizeAndTimeBasedRollingPolicy",
                OLD_INDEXED + "<maxFileSize>1KB</maxFileSize><minIndex>3</minIndex><maxIndex>4</maxIndex>")),
        A_TRIGGER_BEFORE_A_POLICY_BY_TIME(
                part("triggeringPolicy", "SizeBasedTriggeringPolicy", "<maxFileSize>1KB</maxFileSize>")
                        + rolling("TimeBasedRollingPolicy", OLD)),
        THE_LAST_POLICY_COUNTS(rolling("SizeAndTimeBasedRollingPolicy", OLD_INDEXED + "<maxFileSize>4KB</maxFileSize>")
                + rolling(
                        "SizeAndTimeBasedRollingPolicy",
                        "<fileNamePattern>HOME/new/app-%d{yyyy-MM}.%i.log</fileNamePattern>"
                                + "<maxFileSize>1KB</maxFileSize>"));

        private final String xml;

        Policies(String xml) {
            this.xml = xml;
        }
    }

    private static String rolling(String className, String options) {
        return part("rollingPolicy", className, options);
    }

    private static String part(String tag, String className, String options) {
        return "<" + tag + " class='" + PACKAGE + className + "'>\n" + options + "</" + tag + ">\n";
    }

    private static String xml(Path home, String before, String policies) {
        return ("<configuration>\n<appender name='R' class='" + PACKAGE + "RollingFileAppender'>\n" + before + policies
                        + "<encoder><pattern>%m%n</pattern></encoder></appender>\n"
                        + "<root><appender-ref ref='R'/></root></configuration>")
                .replace("HOME", home.toString());
    }

    private static List<String> events() {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            events.add("INFO a line " + i + " 0123456789012345678901234567890123456789");
        }
        return events;
    }

    private Path home(String name) throws IOException {
        Path home = Files.createDirectory(directory.resolve(name));
        Path old = Files.createDirectory(home.resolve("old"));
        for (int i = 1; i < 5; i++) {
            Files.writeString(old.resolve("app-" + month().minusMonths(i) + ".log"), "old\n");
            Files.writeString(old.resolve("app-" + month().minusMonths(i) + ".0.log"), "old\n");
        }
        return home;
    }

    private static YearMonth month() {
        return YearMonth.now(ZoneId.systemDefault());
    }

    private static void logThroughMillrace(Path home, String xml) throws IOException {
        WrittenFiles.log(Files.writeString(home.resolve("logback.xml"), xml), events());
    }

    private static List<String> told(String xml) {
        RecordingReport report = new RecordingReport();
        new LogbackPlanReader(new FakeSurroundings())
                .read(xml.getBytes(StandardCharsets.UTF_8), "logback.xml", false, null, report);
        return report.messages();
    }

    private static String lines(Map<String, String> files) {
        return String.join("", files.values());
    }

    @ParameterizedTest
    @EnumSource(Policies.class)
    void shouldLeaveTheFilesThatLogbackLeavesByTheSameOptions(Policies policies) throws IOException {
        Path logback = home("logback");
        Path millrace = home("millrace");

        LogbackOracle.run(
                xml(logback, "<file>HOME/app.log</file>\n", policies.xml).getBytes(StandardCharsets.UTF_8), events());
        logThroughMillrace(millrace, xml(millrace, "<file>HOME/app.log</file>\n", policies.xml));

        Map<String, String> expected = WrittenFiles.of(logback);
        assertThat(expected).containsKey("app.log");
        assertThat(WrittenFiles.of(millrace)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(Policies.class)
    void shouldNameTheOptionsThatLogbackIgnores(Policies policies) throws IOException {
        String xml = xml(home("any"), "<file>HOME/app.log</file>\n", policies.xml);

        Matcher ignored = Pattern.compile("Ignoring unknown property \\[(\\w+)]")
                .matcher(LogbackOracle.statuses(xml.getBytes(StandardCharsets.UTF_8)));
        List<String> told = told(xml);

        List<String> names = new ArrayList<>();
        while (ignored.find()) {
            names.add(ignored.group(1));
            assertThat(told)
                    .anyMatch(message ->
                            message.matches("MR410 logback.xml:\\d+: <" + ignored.group(1) + "> is not known .*"));
        }
        assertThat(told.stream().filter(message -> message.startsWith("MR410"))).hasSameSizeAs(names);
    }

    @Test
    void shouldWriteOnWhereOnlyTheNestedPolicyHasASize() throws IOException {
        String policies = rolling(
                "SizeAndTimeBasedRollingPolicy",
                OLD_INDEXED + part(NESTED, "SizeAndTimeBasedFNATP", "<maxFileSize>1KB</maxFileSize>"));
        Path home = home("home");
        String xml = xml(home, "<file>HOME/app.log</file>\n", policies);

        logThroughMillrace(home, xml);

        assertThat(WrittenFiles.of(home).get("app.log").lines()).hasSize(LINES);
        assertThat(told(xml))
                .anyMatch(message -> message.startsWith("MR411 logback.xml:5: <" + NESTED + "> is not used"))
                .anyMatch(message -> message.startsWith("MR425 logback.xml:2: "));
    }

    /** As Logback does, which looks at the size now and then. */
    @Test
    void shouldCountTheFilesOfAWindowFromBelowZero() throws IOException {
        String policies = rolling(
                        "FixedWindowRollingPolicy",
                        "<fileNamePattern>HOME/window/app.%i.log</fileNamePattern><minIndex>-2</minIndex>"
                                + "<maxIndex>1</maxIndex>")
                + part("triggeringPolicy", "SizeBasedTriggeringPolicy", "<maxFileSize>500</maxFileSize>");
        Path home = home("home");

        logThroughMillrace(home, xml(home, "<file>HOME/app.log</file>\n", policies));

        assertThat(WrittenFiles.of(home))
                .containsKeys("window/app.-2.log", "window/app.-1.log", "window/app.0.log", "window/app.1.log")
                .doesNotContainKeys("window/app.-3.log", "window/app.2.log");
    }

    /** Logback refuses the first, compares the second as it is written, and does not see the ending of the third. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HOME/logs/app-MONTH.0.log HOME/logs/app-%d{yyyy-MM}.%i.log",
                "HOME/./x/../logs/app-MONTH.0.log HOME/logs/app-%d{yyyy-MM}.%i.log",
                "HOME/logs/app-MONTH.3.log HOME/logs/app-%d{yyyy-MM}.%i.log.gz",
                "HOME/logs/app-2001-01.7.log HOME/./logs/app-%d{yyyy-MM}.%02i.log",
                "HOME/logs/app-current.0.log HOME/logs/app-%d{yyyy-MM}.%i.log",
            })
    void shouldNotRollAFileOntoItself(String fileAndPattern) throws IOException {
        String[] names = fileAndPattern.replace("MONTH", month().toString()).split(" ");
        boolean collides = !names[0].contains("current");
        Path home = home("home");
        String xml = xml(
                home,
                "<file>" + names[0] + "</file>\n",
                rolling(
                        "SizeAndTimeBasedRollingPolicy",
                        "<fileNamePattern>" + names[1] + "</fileNamePattern>\n<maxFileSize>1KB</maxFileSize>"));

        assertThat(told(xml).stream().filter(message -> message.startsWith("MR414 logback.xml:5: <file> ")))
                .hasSize(collides ? 1 : 0);
        if (collides && !names[1].endsWith(".gz")) {
            logThroughMillrace(home, xml);
            Map<String, String> files = WrittenFiles.of(home);
            files.keySet().removeIf(name -> !name.startsWith("logs/"));
            assertThat(lines(files).lines()).hasSize(LINES);
            assertThat(files).hasSizeGreaterThan(2);
            assertThat(files.values()).allMatch(text -> text.length() < 1024 + 80);
        }
    }

    @Test
    void shouldRollByTheSameFilesWhereTheFileStandsBehindItsPolicies() throws IOException {
        String window = rolling("FixedWindowRollingPolicy", "<fileNamePattern>HOME/window-%i.log</fileNamePattern>")
                + part("triggeringPolicy", "SizeBasedTriggeringPolicy", "<maxFileSize>1KB</maxFileSize>");
        String time = rolling("SizeAndTimeBasedRollingPolicy", OLD_INDEXED + "<maxFileSize>1KB</maxFileSize>");
        String file = "<file>HOME/app.log</file>\n";
        for (String policies : List.of(window, time)) {
            Path before = home(policies == window ? "window-before" : "time-before");
            Path behind = home(policies == window ? "window-behind" : "time-behind");

            logThroughMillrace(before, xml(before, file, policies));
            logThroughMillrace(behind, xml(behind, "", policies + file));

            assertThat(WrittenFiles.of(behind))
                    .isEqualTo(WrittenFiles.of(before))
                    .hasSizeGreaterThan(9);
        }
    }

    @Test
    void shouldRemoveNothingByAHistoryBelowZero() throws IOException {
        Path home = home("home");
        int before = WrittenFiles.of(home).size();
        String xml = xml(
                home,
                "<file>HOME/app.log</file>\n",
                rolling(
                        "SizeAndTimeBasedRollingPolicy",
                        OLD_INDEXED + "<maxFileSize>1KB</maxFileSize><maxHistory>-1</maxHistory>"));

        logThroughMillrace(home, xml);

        Map<String, String> files = WrittenFiles.of(home);
        assertThat(files).hasSizeGreaterThan(before + 2);
        assertThat(lines(files).lines().filter(line -> line.startsWith("line ")))
                .hasSize(LINES);
        assertThat(told(xml)).anyMatch(message -> message.startsWith("MR414 ") && message.contains("is below 0"));
    }
}
