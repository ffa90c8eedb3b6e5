package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.config.logback.report.RecordingReport;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.Plan.JulLevels;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inclusions, conditions, definitions and listeners, and what is said of those that cannot be honoured. */
class StructureTest {
    private static final String PROPERTY = "ch.qos.logback.core.property.";
    private static final String BOOLEX = "ch.qos.logback.core.boolex.";

    @TempDir
    Path directory;

    private final RecordingReport report = new RecordingReport();
    private final FakeSurroundings surroundings = new FakeSurroundings();

    private Plan read(String content) {
        byte[] xml = ("<configuration>" + content + "</configuration>").getBytes(StandardCharsets.UTF_8);
        return new LogbackPlanReader(surroundings).read(xml, "logback.xml", false, null, report);
    }

    private Map<String, String> levels(String content) {
        Map<String, String> levels = new TreeMap<>();
        for (LoggerPlan logger : read(content).loggers()) {
            levels.put(logger.name(), logger.level() == null ? "" : Levels.name(logger.level()));
        }
        return levels;
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    private static String logger(String name) {
        return "<logger name='" + name + "' level='INFO'/>";
    }

    @Test
    void shouldIncludeFilesAndResourcesAndWhatTheyInclude() throws IOException {
        Path inner = write("inner.xml", "<included>" + logger("inner") + "</included>");
        Path outer = write(
                "outer.xml",
                "<included><include file='" + inner + "'/>" + logger("outer") + logger("${v}") + "</included>");

        Map<String, String> levels =
                levels("<property name='dir' value='" + directory + "'/><property name='v' value='w'/>"
                        + "<include file='${dir}/outer.xml'/><include url='" + inner.toUri() + "'/>"
                        + "<include resource='included/part.xml'/><include resource='classpath:included/other.xml'/>"
                        + "<include url='classpath:included/third.xml'/>");

        assertThat(levels).containsOnlyKeys("inner", "outer", "w", "part", "other", "third");
        assertThat(outer).exists();
        assertThat(report.messages()).noneMatch(message -> message.contains("include"));
    }

    @Test
    void shouldNameTheFileAndLineOfWhatStandsInAnIncludedFile() throws IOException {
        Path part = write("part.xml", "<included>\n<nonsense/>\n<logger name='a' level='${nope}'/>\n</included>");

        levels("\n<include file='" + part + "'/>\n<logger name='b' level='loud'/>");

        assertThat(report.messages())
                .anyMatch(message -> message.startsWith("MR410 " + part + ":2: <nonsense> is not known"))
                .anyMatch(message -> message.startsWith("MR416 " + part + ":3: variable nope"))
                .anyMatch(message -> message.startsWith("MR414 logback.xml:3: there is no level \"loud\""));
    }

    @Test
    void shouldSayWhyNothingIsIncluded() throws IOException {
        Path broken = write("broken.xml", "<included>\n<logger></included>");
        Path other = write("other.xml", "<project/>");
        Path capital = write("capital.xml", "<Included>" + logger("capital") + "</Included>");

        Map<String, String> levels = levels("\n<include/>\n<include file='" + directory + "/none.xml'/>"
                + "\n<include resource='none.xml'/>\n<include file='" + broken + "'/>\n<include file='" + other + "'/>"
                + "\n<include file='" + directory + "'/>\n<include file='a' resource='b'/>\n<include file='a\u0085'/>"
                + "\n<include file='" + capital + "'/>" + logger("a"));

        assertThat(levels).containsOnlyKeys("a");
        assertThat(report.messages())
                .anyMatch(message -> message.startsWith("MR431 logback.xml:2: <include> needs exactly one"))
                .anyMatch(message -> message.startsWith("MR431 logback.xml:3: there is no file "))
                .anyMatch(message -> message.startsWith("MR431 logback.xml:4: the class path has no resource none.xml"))
                .anyMatch(message -> message.startsWith("MR431 logback.xml:5: " + broken + ":2:"))
                .anyMatch(message -> message.startsWith("MR431 logback.xml:6: " + other + ":1: the document is a"))
                .anyMatch(message -> message.startsWith("MR431 logback.xml:7: there is no file " + directory))
                .anyMatch(message -> message.startsWith("MR431 logback.xml:8: <include> needs exactly one"))
                .anyMatch(message -> message.startsWith("MR431 logback.xml:9: there is no file"))
                .anyMatch(message -> message.startsWith("MR431 logback.xml:10: " + capital + ":1: the document is a"));
    }

    @Test
    void shouldIncludeRelativeAddressesOfFilesAndEntriesOfJars() throws IOException {
        Path spaced = write("in ner.xml", "<included>" + logger("spaced") + "</included>");
        Path relative =
                Path.of("").toAbsolutePath().relativize(write("a.xml", "<included>" + logger("a") + "</included>"));
        Path jar = directory.resolve("in.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("entry.xml"));
            zip.write(("<included>" + logger("entry") + "</included>").getBytes(StandardCharsets.UTF_8));
        }

        Map<String, String> levels = levels("<include url='file:" + relative + "' optional='true'/>"
                + "<include url='file:" + spaced + "'/><include url='jar:" + jar.toUri() + "!/entry.xml'/>");

        assertThat(levels).containsOnlyKeys("a", "spaced", "entry");
        assertThat(report.messages()).noneMatch(message -> message.contains("include"));
    }

    @Test
    void shouldReadWhatStandsInsideAnInclude() throws IOException {
        Path part = write("part.xml", "<included>" + logger("part") + "</included>");

        Map<String, String> levels =
                levels("<include file='" + part + "'><property name='v' value='inside'/></include>" + logger("${v}"));

        assertThat(levels).containsOnlyKeys("part", "inside");
    }

    @Test
    void shouldOnlyMentionAnOptionalFileThatIsMissing() {
        levels("<include file='none.xml' optional='true'/><include resource='none.xml' optional='TRUE'/>");

        assertThat(report.messages())
                .filteredOn(message -> message.contains("include"))
                .hasSize(2)
                .allMatch(message -> message.startsWith("MR412 logback.xml:1: "));
    }

    @Test
    @Timeout(60)
    void shouldFetchNothingFromANetwork() {
        levels("<include url='http://127.0.0.1:9/logback.xml'/><include url='file://host/logback.xml'/>"
                + "<include url='jar:http://127.0.0.1:9/a.jar!/logback.xml'/>"
                + "<include url='jar:file://127.0.0.1:9/a.jar!/logback.xml'/>");

        assertThat(report.messages())
                .filteredOn(message -> message.startsWith("MR432 logback.xml:1: "))
                .hasSize(4)
                .allMatch(message -> message.contains("nothing is fetched from a network"));
    }

    @Test
    @Timeout(60)
    void shouldEndCirclesOfInclusions() throws IOException {
        Path one = directory.resolve("one.xml");
        Path two = directory.resolve("two.xml");
        write("one.xml", "<included>" + logger("one") + "<include file='" + two + "'/></included>");
        write("two.xml", "<included>" + logger("two") + "<include file='" + one + "'/></included>");

        assertThat(levels("<include file='" + one + "'/>")).containsOnlyKeys("one", "two");
        assertThat(report.messages()).contains("MR432 " + two + ":1: " + one + " is not included: it includes itself");
    }

    @Test
    @Timeout(120)
    void shouldBoundHowManyFilesAreIncludedAndHowDeep() throws IOException {
        for (int i = 0; i < 25; i++) {
            String next = "<include file='" + directory + "/" + (i + 1) + ".xml'/>";
            write(i + ".xml", "<included>" + logger("l" + i) + next + next + "</included>");
        }

        Map<String, String> levels = levels("<include file='" + directory + "/0.xml'/>" + logger("end"));

        assertThat(levels).containsKeys("l0", "l18", "end").doesNotContainKey("l21");
        assertThat(report.messages())
                .anyMatch(message -> message.contains("more than 20 files include one another"))
                .anyMatch(message -> message.contains("more than 500 files"))
                .hasSizeLessThan(3_000);
    }

    @Test
    void shouldChooseByConditionsWhereverTheyStand() {
        surroundings.environment.put("ENV", "prod");
        String isProd = "<if condition='p(\"ENV\").equals(\"prod\")'>";

        Plan plan = read(isProd + "<then><property name='where' value='System.err'/></then></if>"
                + "<appender name='C' class='ch.qos.logback.core.ConsoleAppender'>" + isProd
                + "<then><target>${where}</target></then></if><encoder>" + isProd
                + "<then><pattern>prod %m%n</pattern></then><else><pattern>%m%n</pattern></else></if></encoder>"
                + "</appender><root>" + isProd
                + "<then><level value='ERROR'/><appender-ref ref='C'/></then></if></root>");

        assertThat(PlanDescription.of(plan)).contains("ROOT ERROR", "console System.err [prod %m%n]");
    }

    @Test
    void shouldChooseByConditionsWhatAnAppenderRefersTo() {
        String always = "<if condition='isNull(\"no.such\")'>";

        Plan plan = read("<appender name='C' class='ch.qos.logback.core.ConsoleAppender'>"
                + "<encoder><pattern>%m%n</pattern></encoder></appender>"
                + "<appender name='A' class='ch.qos.logback.classic.AsyncAppender'>" + always
                + "<then><appender-ref ref='C'/></then></if></appender>"
                + "<root level='INFO'><appender-ref ref='A'/></root>");

        assertThat(PlanDescription.of(plan)).contains("console System.out [%m%n]");
    }

    @Test
    void shouldUseElseAndSayWhyWhereAConditionCannotBeEvaluated() {
        String end = "<then>" + logger("then") + "</then><else>" + logger("else") + "</else></if>";
        String[] conditions = {
            "<if condition='new java.io.File(\"/\").exists()'>",
            "<if condition='p(\"${a\").isEmpty()'>",
            "<if condition=' '>",
            "<if>",
            "<condition class='com.example.Mine'/><if>",
            "<condition class='" + BOOLEX + "IsPropertyDefinedCondition'/><if>",
            "<condition class='" + BOOLEX + "PropertyEqualityCondition'><key>a</key></condition><if>",
            "<condition class='" + BOOLEX + "ExpressionPropertyCondition'/><if>",
            "<condition class='" + BOOLEX + "ExpressionPropertyCondition'><expression>a b</expression></condition><if>"
        };
        for (String condition : conditions) {
            report.messages().clear();

            assertThat(levels("\n" + condition + end)).as(condition).containsOnlyKeys("else");
            assertThat(report.messages())
                    .as(condition)
                    .anyMatch(message -> message.startsWith("MR433 logback.xml:2: ") && message.contains("<else>"));
        }
    }

    @Test
    void shouldNameTheExpressionItCannotEvaluate() {
        levels("<if condition='System.exit(1)'><then/></if>");

        assertThat(report.messages())
                .anyMatch(message ->
                        message.startsWith("MR433 logback.xml:1: the condition System.exit(1) cannot be evaluated"));
    }

    @Test
    void shouldDefineWhatLogbacksOwnDefinersFindOut() {
        levels("<define name='f' class='" + PROPERTY + "FileExistsPropertyDefiner'><path>" + directory
                + "</path></define><define name='r' class='" + PROPERTY
                + "ResourceExistsPropertyDefiner' scope='system'><resource>no/such</resource></define><define name='h'"
                + " class='" + PROPERTY + "CanonicalHostNamePropertyDefiner' scope='context'/>");

        Plan plan = read("<define name='f' class='" + PROPERTY + "FileExistsPropertyDefiner'><path>" + directory
                + "</path></define><define name='h' class='" + PROPERTY
                + "CanonicalHostNamePropertyDefiner' scope='context'/><logger name='${f}-${r}-${h}' level='INFO'/>");

        assertThat(plan.loggers())
                .singleElement()
                .extracting(LoggerPlan::name)
                .isEqualTo("true-false-" + surroundings.canonicalHostName());
        assertThat(plan.properties()).containsEntry("h", surroundings.canonicalHostName());
        assertThat(surroundings.properties).containsEntry("r", "false");
    }

    @Test
    void shouldSayWhatIsNotDefined() {
        levels("\n<define name='a' class='com.example.Mine'/>\n<define class='x'/>\n<define name='b' class='" + PROPERTY
                + "FileExistsPropertyDefiner'/>");

        assertThat(report.messages())
                .anyMatch(message -> message.startsWith("MR434 logback.xml:2: no class com.example.Mine is run; the"))
                .anyMatch(message -> message.startsWith("MR410 logback.xml:3: <define> needs an attribute name"))
                .anyMatch(message -> message.startsWith("MR434 logback.xml:4: <define> has no <path>"));
    }

    @Test
    void shouldPassLevelsOnWhereALevelChangePropagatorAsksForIt() {
        String listener = "<contextListener class='ch.qos.logback.classic.jul.LevelChangePropagator'>";

        assertThat(read("").julLevels()).isEqualTo(JulLevels.UNTOUCHED);
        assertThat(read(listener + "</contextListener>").julLevels()).isEqualTo(JulLevels.SET);
        assertThat(read(listener + "<resetJUL>true</resetJUL></contextListener>")
                        .julLevels())
                .isEqualTo(JulLevels.RESET_AND_SET);
        assertThat(read("<contextListener class='x'/>").julLevels()).isEqualTo(JulLevels.UNTOUCHED);
        assertThat(report.messages())
                .anyMatch(message -> message.startsWith("MR411 logback.xml:1: context listener x"));
    }

    @Test
    void shouldShowStatusesWhereSomethingAsksForThem() {
        assertThat(read("").showStatus()).isFalse();
        assertThat(read("<statusListener class='ch.qos.logback.core.status.OnConsoleStatusListener'/>")
                        .showStatus())
                .isTrue();
        assertThat(read("<statusListener class='ch.qos.logback.core.status.OnErrorConsoleStatusListener'/>")
                        .showStatus())
                .as("it prints all messages to standard error")
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "STDOUT, true",
        "Sysout, true",
        "ch.qos.logback.core.status.OnConsoleStatusListener, true",
        "ch.qos.logback.core.status.OnErrorConsoleStatusListener, true",
        "ch.qos.logback.core.status.NopStatusListener, false",
        "'stdout ', false",
        "'', false"
    })
    void shouldShowStatusesWhereThePropertyAsksForThem(String listener, boolean shown) {
        surroundings.properties.put("logback.statusListenerClass", listener);

        assertThat(read("").showStatus()).isEqualTo(shown);
    }

    @Test
    void shouldSayWhatAShutdownHookDoes() {
        levels("\n<shutdownHook/>\n<shutdownHook class='ch.qos.logback.core.hook.DefaultShutdownHook'><delay>5</delay>"
                + "</shutdownHook>\n<shutdownHook class='x'/>");

        assertThat(report.messages())
                .anyMatch(message -> message.startsWith("MR412 logback.xml:2: a shutdown hook needs nothing"))
                .anyMatch(message -> message.startsWith("MR412 logback.xml:3: "))
                .anyMatch(message -> message.startsWith("MR411 logback.xml:4: shutdown hook x is not run"));
    }

    @Test
    @Timeout(120)
    void shouldBoundWhatAllVariablesTogetherStandFor() {
        StringBuilder content = new StringBuilder();
        content.append("<property name='v' value='").append("x".repeat(500_000)).append("'/>");
        for (int i = 0; i < 5_000; i++) {
            content.append("<property name='w").append(i).append("' value='${v}${v}'/>");
        }

        read(content.toString());

        assertThat(report.messages())
                .filteredOn(message -> message.startsWith("MR415 "))
                .singleElement()
                .asString()
                .contains("variables stand for one another too often");
    }

    @Test
    void shouldRefusePropertiesThatMayNeverEnd() {
        read("\n<property file='/dev/zero'/>\n<property file='" + directory + "'/>");

        assertThat(report.messages())
                .anyMatch(message -> message.startsWith("MR417 logback.xml:2: file /dev/zero cannot be read"))
                .anyMatch(message -> message.startsWith("MR417 logback.xml:3: file " + directory));
    }
}
