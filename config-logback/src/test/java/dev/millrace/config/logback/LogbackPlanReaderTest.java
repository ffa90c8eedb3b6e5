package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.millrace.config.logback.report.RecordingReport;
import dev.millrace.config.logback.translate.DefaultPlan;
import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.EvaluatorPlan;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.PatternSettings;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.Plan.OverflowWish;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.plan.RoutePlan;
import dev.millrace.core.plan.SiftPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogbackPlanReaderTest {
    private static final String CONSOLE =
            """
            <appender name="C" class="ch.qos.logback.core.ConsoleAppender">
              <encoder><pattern>%m%n</pattern></encoder>
            </appender>
            """;

    private final FakeSurroundings surroundings = new FakeSurroundings();
    private final RecordingReport report = new RecordingReport();

    private Plan read(String xml) {
        byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
        return new LogbackPlanReader(surroundings).read(bytes, "logback.xml", false, null, report);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void shouldKeepColoursToTerminalsWithJansi(String withJansi) {
        String appender = CONSOLE.replace("<encoder>", "<withJansi>" + withJansi + "</withJansi><encoder>");

        Plan plan = read(
                "<configuration>" + appender
                        + """
                <appender name="A" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="C"/></appender>
                <appender name="J" class="ch.qos.logback.core.JansiConsoleAppender">
                  <encoder><pattern>%m%n</pattern></encoder>
                </appender>
                <root level="INFO"><appender-ref ref="A"/><appender-ref ref="J"/></root></configuration>
                """);

        assertThat(plan.sinks())
                .extracting(sink -> ((SinkPlan.ConsoleSink) sink).colorsOnTerminalsOnly())
                .containsExactly(Boolean.valueOf(withJansi), true);
    }

    @Test
    void shouldSayNothingButItsSourceAboutAPlainFile() {
        Plan plan = read(
                """
                <configuration>
                  <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                    <file>logs/app.log</file>
                    <encoder>
                      <pattern>%d %m%n</pattern>
                    </encoder>
                  </appender>
                  <root level="INFO"><appender-ref ref="FILE"/></root>
                </configuration>
                """);

        assertThat(report.messages()).containsExactly("MR401 configuration read from logback.xml");
        LayoutPlan layout = new LayoutPlan.Pattern("%d %m%n", "logback.xml:5");
        assertThat(plan)
                .isEqualTo(new Plan(
                        "logback.xml",
                        "default",
                        new LoggerPlan("ROOT", Levels.INFO, true, List.of("FILE")),
                        List.of(),
                        List.of(new SinkPlan.FileSink(
                                "FILE", layout, Charset.defaultCharset(), List.of(), Path.of("logs/app.log"), true)),
                        Map.of(),
                        OverflowWish.NONE,
                        false,
                        false));
    }

    @Test
    void shouldFallBackToTheConsoleWhenTheFileIsMalformed() {
        Plan plan = read("<configuration>\n  <root level='INFO'>\n</configuration>");

        assertThat(plan).isEqualTo(DefaultPlan.of("logback.xml", false));
        assertThat(plan.root().level()).isEqualTo(Levels.DEBUG);
        assertThat(report.messages())
                .containsExactly("MR405 logback.xml:3:1: </configuration> closes <root> of line 2; nothing of this"
                        + " file is used, events from DEBUG on go to the console");
    }

    @Test
    void shouldFallBackToTheConsoleWhenTheFileIsSomethingElse() {
        Plan plan = read("\n<beans/>");

        assertThat(plan).isEqualTo(DefaultPlan.of("logback.xml", false));
        assertThat(report.messages()).singleElement().asString().startsWith("MR405 logback.xml:2: ");
    }

    @Test
    void shouldDoBetterThanLogbackWhenOneOfSeveralAppendersIsNotSupported() {
        Plan plan = read(
                "<configuration>\n" + CONSOLE
                        + """
                <appender name="MAIL" class="ch.qos.logback.classic.net.SMTPAppender"/>
                <root level="WARN"><appender-ref ref="MAIL"/><appender-ref ref="C"/></root>
                </configuration>
                """);

        assertThat(plan.root()).isEqualTo(new LoggerPlan("ROOT", Levels.WARN, true, List.of("C")));
        assertThat(report.messages())
                .contains("MR420 logback.xml:5: appender MAIL is of class ch.qos.logback.classic.net.SMTPAppender,"
                        + " which is not supported; what is logged to it goes nowhere (use a console, file, rolling file"
                        + " or asynchronous appender)");
    }

    @Test
    void shouldHaveNothingToSayAboutAnAppenderThatIsMeantToWriteNothing() {
        Plan plan = read(
                """
                <configuration>
                <appender name="NOP" class="ch.qos.logback.core.helpers.NOPAppender"/>
                <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="NOP"/></appender>
                <logger name="x" additivity="false"><appender-ref ref="NOP"/></logger>
                <root level="WARN"><appender-ref ref="ASYNC"/></root>
                </configuration>
                """);

        assertThat(plan.sinks()).isEmpty();
        assertThat(report.messages()).containsExactly("MR401 configuration read from logback.xml");
    }

    @Test
    void shouldHandOnWhatIsLoggedToAnAppenderOfAnotherClassThatRefersToOthers() {
        Plan plan = read(
                "<configuration>\n" + CONSOLE
                        + """
                <appender name="F" class="ch.qos.logback.core.FileAppender">
                  <file>app.log</file><encoder><pattern>%m%n</pattern></encoder>
                </appender>
                <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="OTEL"/></appender>
                <appender name="OTEL" class="com.example.OpenTelemetryAppender">
                  <captureBaggage>true</captureBaggage>
                  <appender-ref ref="C"/><appender-ref ref="F"/>
                </appender>
                <root level="WARN"><appender-ref ref="ASYNC"/></root>
                </configuration>
                """);

        assertThat(plan.root()).isEqualTo(new LoggerPlan("ROOT", Levels.WARN, true, List.of("C", "F")));
        assertThat(report.messages())
                .containsExactly(
                        "MR411 logback.xml:9: appender OTEL is of class com.example.OpenTelemetryAppender,"
                                + " which is not supported; what is logged to it goes as it is to those that it refers to",
                        "MR401 configuration read from logback.xml");
    }

    @Test
    void shouldKeepTheFiltersOfAnAppenderOfAnotherClassOnEachWay() {
        Plan plan = read(
                "<configuration>\n" + CONSOLE
                        + """
                <appender name="F" class="ch.qos.logback.core.FileAppender">
                  <file>app.log</file><encoder><pattern>%m%n</pattern></encoder>
                </appender>
                <appender name="W" class="com.example.Wrapper">
                  <filter class="ch.qos.logback.classic.filter.ThresholdFilter"><level>WARN</level></filter>
                  <appender-ref ref="C"/><appender-ref ref="F"/>
                </appender>
                <root><appender-ref ref="W"/><appender-ref ref="F"/></root>
                </configuration>
                """);

        assertThat(plan.routes()).extracting(RoutePlan::sink).containsExactly("C", "F");
        assertThat(plan.root().sinks()).containsExactly("W-2", "W-3", "F");
    }

    /** It gives to them what Kafka does not take, and most often the root refers to them, too. */
    @Test
    void shouldDoubleNothingWhereAnAppenderForKafkaRefersToOthers() {
        Plan plan = read(
                "<configuration>\n" + CONSOLE
                        + """
                <appender name="F" class="ch.qos.logback.core.FileAppender">
                  <file>app.log</file><encoder><pattern>%m%n</pattern></encoder>
                </appender>
                <appender name="K" class="com.github.danielwegener.logback.kafka.KafkaAppender">
                  <topic>logs</topic><appender-ref ref="C"/>
                </appender>
                <appender name="A" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="K"/></appender>
                <root><appender-ref ref="A"/><appender-ref ref="C"/></root>
                <logger name="a.b"><appender-ref ref="K"/><appender-ref ref="F"/></logger>
                <logger name="b" additivity="false"><appender-ref ref="K"/></logger>
                </configuration>
                """);

        assertThat(plan.root().sinks()).containsExactly("C");
        assertThat(plan.loggers()).extracting(LoggerPlan::sinks).containsExactly(List.of("F"), List.of("C"));
        assertThat(report.messages())
                .containsExactly(
                        "MR411 logback.xml:8: appender K is of class"
                                + " com.github.danielwegener.logback.kafka.KafkaAppender, which is not supported; what"
                                + " is logged to it goes as it is to those that it refers to, where it does not come to"
                                + " them anyway",
                        "MR401 configuration read from logback.xml");
    }

    @Test
    void shouldKeepTheCharsetOfAnEncoderOfAnotherClass() {
        Plan plan = read(
                """
                <configuration>
                <appender name="F" class="ch.qos.logback.core.FileAppender">
                  <file>app.log</file>
                  <encoder class="com.example.Masking"><pattern>%mask%n</pattern><charset>UTF-16LE</charset></encoder>
                </appender>
                <root><appender-ref ref="F"/></root>
                </configuration>
                """);

        assertThat(plan.sinks().get(0).charset()).isEqualTo(StandardCharsets.UTF_16LE);
        assertThat(report.messages())
                .containsExactly(
                        "MR426 logback.xml:4: encoder com.example.Masking is not supported; the default pattern is"
                                + " used (write an <encoder> with a <pattern>): " + DefaultPlan.PATTERN,
                        "MR401 configuration read from logback.xml");
    }

    @Test
    void shouldSayWhenNothingIsLeftOfTheRoot() {
        Plan plan = read(
                """
                <configuration>
                <appender name="MAIL" class="com.example.Mail"/>
                <root level="WARN"><appender-ref ref="MAIL"/></root>
                </configuration>
                """);

        assertThat(plan.sinks()).isEmpty();
        assertThat(report.messages())
                .contains("MR428 logback.xml:1: no logger refers to an appender that writes: nothing will be logged");
    }

    @Test
    void shouldRefuseTheSecondAppenderOfAFileAndKeepItsLogger() {
        Plan plan = read(
                """
                <configuration>
                <appender name="ONE" class="ch.qos.logback.core.FileAppender">
                  <file>a.log</file><encoder><pattern>1</pattern></encoder>
                </appender>
                <property name="f" value="a"/>
                <appender name="TWO" class="ch.qos.logback.core.FileAppender">
                  <file>${f}.log</file><encoder><pattern>2</pattern></encoder>
                </appender>
                <logger name="x" level="TRACE"><appender-ref ref="TWO"/></logger>
                <root level="INFO"><appender-ref ref="ONE"/><appender-ref ref="TWO"/></root>
                </configuration>
                """);

        assertThat(plan.sinks()).extracting(SinkPlan::name).containsExactly("ONE");
        assertThat(plan.root().sinks()).containsExactly("ONE");
        assertThat(plan.loggers()).containsExactly(new LoggerPlan("x", Levels.TRACE, true, List.of()));
        assertThat(report.messages())
                .contains("MR422 logback.xml:7: appender TWO has the same <file> a.log as appender ONE before it;"
                        + " what is logged to TWO goes nowhere (give it another)");
    }

    @Test
    void shouldRefuseTheSecondAppenderOfAFileThatHasTheNameOfTheFirst() {
        Plan plan = read(
                """
                <configuration>
                <appender name="ONE" class="ch.qos.logback.core.FileAppender">
                  <file>a.log</file><encoder><pattern>1</pattern></encoder>
                </appender>
                <logger name="x"><appender-ref ref="ONE"/></logger>
                <appender name="ONE" class="ch.qos.logback.core.FileAppender">
                  <file>a.log</file><encoder><pattern>2</pattern></encoder>
                </appender>
                <root level="INFO"><appender-ref ref="ONE"/></root>
                </configuration>
                """);

        assertThat(plan.sinks()).extracting(SinkPlan::name).containsExactly("ONE");
        assertThat(plan.root().sinks()).containsExactly("ONE");
        assertThat(report.messages())
                .contains("MR422 logback.xml:7: appender ONE has the same <file> a.log as appender ONE before it;"
                        + " what is logged to ONE goes nowhere (give it another)");
    }

    @Test
    void shouldRefuseTheSecondAppenderOfAFileNamePattern() {
        String rolling =
                """
                <appender name="%s" class="ch.qos.logback.core.rolling.RollingFileAppender"><file>%s.log</file>
                <rollingPolicy class="ch.qos.logback.core.rolling.TimeBasedRollingPolicy">
                <fileNamePattern>old/%%d.log</fileNamePattern></rollingPolicy>
                <encoder><pattern>%%m%%n</pattern></encoder></appender>
                """;
        Plan plan = read("<configuration>" + rolling.formatted("ONE", "a") + rolling.formatted("TWO", "b")
                + "<root><appender-ref ref='ONE'/><appender-ref ref='TWO'/></root></configuration>");

        assertThat(plan.root().sinks()).containsExactly("ONE");
        assertThat(report.messages())
                .contains("MR422 logback.xml:7: appender TWO has the same <fileNamePattern> old/%d.log as appender ONE"
                        + " before it; what is logged to TWO goes nowhere (give it another)");
    }

    @Test
    void shouldLetNoUnreferencedAppenderStandInTheWayOfAFile() {
        Plan plan = read(
                """
                <configuration>
                <appender name="OLD" class="ch.qos.logback.core.FileAppender"><file>a.log</file></appender>
                <appender name="NEW" class="ch.qos.logback.core.FileAppender">
                  <file>a.log</file><encoder><pattern>%m</pattern></encoder>
                </appender>
                <root><appender-ref ref="NEW"/></root>
                </configuration>
                """);

        assertThat(plan.root().sinks()).containsExactly("NEW");
        assertThat(report.messages()).contains("MR424 logback.xml:2: appender OLD is not referenced; it is left out");
    }

    @Test
    void shouldLetWhatOnlyAnUnreferencedAppenderRefersToStandInTheWayOfNoFile() {
        Plan plan = read(
                """
                <configuration>
                <appender name="WRAPS" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="ASYNC"/></appender>
                <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="OLD"/></appender>
                <appender name="OLD" class="ch.qos.logback.core.FileAppender"><file>a.log</file></appender>
                <appender name="NEW" class="ch.qos.logback.core.FileAppender">
                  <file>a.log</file><encoder><pattern>%m</pattern></encoder>
                </appender>
                <root><appender-ref ref="NEW"/></root>
                </configuration>
                """);

        assertThat(plan.root().sinks()).containsExactly("NEW");
        assertThat(report.messages())
                .contains(
                        "MR424 logback.xml:2: appender WRAPS is not referenced; it is left out",
                        "MR424 logback.xml:3: appender ASYNC is not referenced; it is left out",
                        "MR424 logback.xml:4: appender OLD is not referenced; it is left out")
                .noneMatch(message -> message.startsWith("MR42") && !message.startsWith("MR424"));
    }

    @Test
    void shouldLeaveUnreferencedAppendersOutThatReferToThemselves() {
        read(
                "<configuration>" + CONSOLE
                        + """
                <appender name="A1" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="A2"/></appender>
                <appender name="A2" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="A1"/></appender>
                <root><appender-ref ref="C"/></root>
                </configuration>
                """);

        assertThat(report.messages())
                .filteredOn(message -> message.startsWith("MR42"))
                .hasSize(2)
                .allMatch(message -> message.startsWith("MR424"));
    }

    @Test
    void shouldUseTheDefaultPatternForAnEncoderItDoesNotKnow() {
        Plan plan = read(
                """
                <configuration>
                <appender name="F" class="ch.qos.logback.core.FileAppender">
                  <file>a.json</file>
                  <encoder class="net.logstash.logback.encoder.LogstashEncoder"><x/></encoder>
                </appender>
                <root><appender-ref ref="F"/></root>
                </configuration>
                """);

        assertThat(plan.sinks().get(0).layout())
                .isEqualTo(new LayoutPlan.Pattern(DefaultPlan.PATTERN, "logback.xml:4"));
        assertThat(report.messages())
                .contains("MR426 logback.xml:4: encoder net.logstash.logback.encoder.LogstashEncoder is not"
                        + " supported; the default pattern is used (write an <encoder> with a <pattern>): "
                        + DefaultPlan.PATTERN);
    }

    @Test
    void shouldUseTheDefaultPatternWhereNoneIsGiven() {
        Plan plan = read(
                """
                <configuration>
                <appender name="A" class="ch.qos.logback.core.ConsoleAppender"/>
                <appender name="B" class="ch.qos.logback.core.ConsoleAppender"><encoder/></appender>
                <appender name="C" class="ch.qos.logback.core.ConsoleAppender">
                  <encoder class="ch.qos.logback.core.encoder.LayoutWrappingEncoder"/>
                </appender>
                <appender name="D" class="ch.qos.logback.core.ConsoleAppender">
                  <layout class="com.example.Layout"/>
                </appender>
                <root>
                  <appender-ref ref="A"/><appender-ref ref="B"/><appender-ref ref="C"/><appender-ref ref="D"/>
                </root>
                </configuration>
                """);

        assertThat(plan.sinks()).hasSize(4).allSatisfy(sink -> assertThat(
                        ((LayoutPlan.Pattern) sink.layout()).pattern())
                .isEqualTo(DefaultPlan.PATTERN));
        assertThat(report.messages())
                .filteredOn(message -> message.startsWith("MR426"))
                .hasSize(4);
    }

    @Test
    void shouldSayWhereThePatternOfALayoutInsideAnEncoderBelongs() {
        read(
                """
                <configuration><appender name="A" class="ch.qos.logback.core.ConsoleAppender"><encoder>
                <layout class="ch.qos.logback.classic.PatternLayout"><pattern>%m%n</pattern></layout>
                </encoder></appender><root><appender-ref ref="A"/></root></configuration>
                """);

        assertThat(report.messages())
                .contains("MR410 logback.xml:2: <layout> is not known inside an <encoder> of this class; it is ignored"
                        + " (write its <pattern> directly inside <encoder>)");
    }

    @Test
    void shouldWireTheChildOfAnAsyncInItsPlaceAndKeepItsWish() {
        assertThat(wish("<discardingThreshold>0</discardingThreshold>", "")).isEqualTo(OverflowWish.BLOCK);
        assertThat(wish("<neverBlock>true</neverBlock>", "")).isEqualTo(OverflowWish.DISCARD);
        assertThat(wish("<discardingThreshold>0</discardingThreshold><neverBlock>true</neverBlock>", ""))
                .isEqualTo(OverflowWish.DISCARD);
        assertThat(wish("", "")).isEqualTo(OverflowWish.NONE);
        assertThat(wish("<discardingThreshold>20</discardingThreshold>", "")).isEqualTo(OverflowWish.NONE);
        assertThat(wish("<neverBlock>true</neverBlock>", "<discardingThreshold>0</discardingThreshold>"))
                .isEqualTo(OverflowWish.BLOCK);
        assertThat(wish("<neverBlock>true</neverBlock>", "")).isEqualTo(OverflowWish.DISCARD);
    }

    private OverflowWish wish(String one, String two) {
        Plan plan = read("<configuration>" + CONSOLE
                + """
                <appender name="A1" class="ch.qos.logback.classic.AsyncAppender">%s<appender-ref ref="C"/></appender>
                <appender name="A2" class="ch.qos.logback.classic.AsyncAppender">%s<appender-ref ref="C"/></appender>
                <appender name="A3" class="ch.qos.logback.classic.AsyncAppender">
                  <discardingThreshold>0</discardingThreshold><appender-ref ref="C"/>
                </appender>
                <logger name="x"><appender-ref ref="A2"/></logger>
                <root><appender-ref ref="A1"/></root>
                </configuration>
                """
                        .formatted(one, two));
        assertThat(plan.root().sinks()).containsExactly("C");
        assertThat(plan.sinks()).extracting(SinkPlan::name).containsExactly("C");
        return plan.overflowWish();
    }

    @Test
    void shouldMakeARouteOfAnAsyncWithFiltersWhoseChildIsUsedPastItToo() {
        Plan plan = read(
                "<configuration>" + CONSOLE
                        + """
                <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender">
                  <filter class="ch.qos.logback.classic.filter.ThresholdFilter"><level>WARN</level></filter>
                  <appender-ref ref="C"/>
                </appender>
                <logger name="x"><appender-ref ref="C"/></logger>
                <root><appender-ref ref="ASYNC"/></root>
                </configuration>
                """);

        FilterPlan warnings = new FilterPlan.DeniedBy(List.of(new FilterPlan.Threshold(Levels.WARN)));
        assertThat(plan.sinks()).extracting(SinkPlan::name).containsExactly("C");
        assertThat(plan.sinks().get(0).filters()).isEmpty();
        assertThat(plan.routes()).containsExactly(new RoutePlan("ASYNC", "C", List.of(warnings)));
        assertThat(plan.root().sinks()).containsExactly("ASYNC");
        assertThat(plan.loggers().get(0).sinks()).containsExactly("C");
    }

    @Test
    void shouldPassOnWhatLogbackPassesToJavaUtilLoggingWhenALevelIsTakenAway() {
        Plan plan = read(
                """
                <configuration>
                <contextListener class="ch.qos.logback.classic.jul.LevelChangePropagator"/>
                <logger name="com" level="WARN"/>
                <logger name="com.b" level="TRACE"/><logger name="com.b" level="INHERITED"/>
                <logger name="com.never" level="NULL"/>
                <logger name="early.x" level="ERROR"/><logger name="early.x" level="NULL"/>
                <root level="OFF"/>
                <logger name="late" level="INFO"/><logger name="late" level="NULL"/>
                </configuration>
                """);

        assertThat(plan.loggers())
                .extracting(LoggerPlan::name, LoggerPlan::level, LoggerPlan::julLevel)
                .containsExactly(
                        tuple("com", Levels.WARN, Levels.WARN),
                        tuple("com.b", null, Levels.WARN),
                        tuple("com.never", null, null),
                        tuple("early.x", null, Levels.DEBUG),
                        tuple("late", null, Levels.OFF));
    }

    @Test
    void shouldExportTheHostNameOnceTheContextChangesBehindItsUse() {
        String used = "<configuration><property name='x' value='${HOSTNAME}'/>";

        assertThat(read("<configuration><contextName>n</contextName></configuration>")
                        .properties())
                .doesNotContainKey("HOSTNAME");
        assertThat(read(used + "</configuration>").properties()).doesNotContainKey("HOSTNAME");
        assertThat(read(used + "<contextName>n</contextName></configuration>").properties())
                .containsEntry("HOSTNAME", surroundings.hostName);
        assertThat(read(used + "<property scope='context' name='y' value='1'/></configuration>")
                        .properties())
                .containsEntry("HOSTNAME", surroundings.hostName);
        assertThat(read(used + "<property scope='context' name='HOSTNAME' value='mine'/></configuration>")
                        .properties())
                .containsEntry("HOSTNAME", surroundings.hostName);
        assertThat(read("<configuration><property scope='context' name='HOSTNAME' value='mine'/>"
                                + "<property name='x' value='${HOSTNAME}'/></configuration>")
                        .properties())
                .containsEntry("HOSTNAME", "mine");
    }

    @Test
    void shouldCountEachWayToAnAppender() {
        Plan plan = read("<configuration>" + CONSOLE
                + "<appender name='A' class='ch.qos.logback.classic.AsyncAppender'><appender-ref ref='C'/></appender>"
                + "<root><appender-ref ref='C'/><appender-ref ref='A'/><appender-ref ref='C'/></root>"
                + "</configuration>");

        assertThat(plan.sinks()).extracting(SinkPlan::name).containsExactly("C");
        assertThat(plan.root().sinks()).containsExactly("C", "C");
    }

    @Test
    void shouldFollowAsyncsInsideOneAnotherInAnyOrder() {
        Plan plan = read(
                """
                <configuration>
                <root><appender-ref ref="A1"/></root>
                <appender name="A1" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="A2"/></appender>
                <appender name="A2" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="A3"/></appender>
                <appender name="A3" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="C"/></appender>
                """
                        + CONSOLE + "</configuration>");

        assertThat(plan.root().sinks()).containsExactly("C");
    }

    @Test
    void shouldGiveUpAppendersThatReferToThemselves() {
        Plan plan = read(
                "<configuration>" + CONSOLE
                        + """
                <appender name="A1" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="A2"/></appender>
                <appender name="A2" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="A1"/></appender>
                <root level="ERROR"><appender-ref ref="A1"/><appender-ref ref="C"/></root>
                </configuration>
                """);

        assertThat(plan.root()).isEqualTo(new LoggerPlan("ROOT", Levels.ERROR, true, List.of("C")));
        assertThat(report.messages())
                .filteredOn(message -> message.startsWith("MR421"))
                .hasSize(2);
    }

    @Test
    void shouldIgnoreTheSecondChildOfAnAsync() {
        Plan plan = read(
                "<configuration>" + CONSOLE
                        + """
                <appender name="D" class="ch.qos.logback.core.ConsoleAppender">
                  <encoder><pattern>%m%n</pattern></encoder>
                </appender>
                <appender name="A" class="ch.qos.logback.classic.AsyncAppender">
                  <appender-ref ref="C"/>
                  <appender-ref ref="D"/>
                </appender>
                <root><appender-ref ref="A"/></root>
                </configuration>
                """);

        assertThat(plan.root().sinks()).containsExactly("C");
        assertThat(report.messages()).anyMatch(message -> message.startsWith("MR423 logback.xml:9: "));
    }

    private static String rolling(String options) {
        return "<configuration><appender name='R' class='ch.qos.logback.core.rolling.RollingFileAppender'>\n" + options
                + "<encoder><pattern>%m%n</pattern></encoder></appender>"
                + "<root><appender-ref ref='R'/></root></configuration>";
    }

    @Test
    void shouldReadAPolicyByTime() {
        Plan plan = read(
                rolling(
                        """
                <append>false</append>
                <rollingPolicy class="ch.qos.logback.core.rolling.TimeBasedRollingPolicy">
                  <FileNamePattern>logs/%d{yyyy/MM, aux}/app.%d.log.gz</FileNamePattern>
                  <maxHistory>3</maxHistory>
                </rollingPolicy>
                """));

        assertThat(plan.sinks()).singleElement().isInstanceOfSatisfying(SinkPlan.RollingFileSink.class, sink -> {
            RollPlan.Periodic roll = (RollPlan.Periodic) sink.roll();
            assertThat(roll.period()).isEqualTo(RollPeriod.DAY);
            assertThat(roll.format()).isEqualTo(ArchiveFormat.GZIP);
            assertThat(roll.maxHistory()).isEqualTo(3);
            assertThat(roll.names().primaryDate()).isEqualTo(new FileNamePattern.Date("yyyy-MM-dd", null, true));
        });
        assertThat(report.messages()).noneMatch(message -> message.startsWith("MR425"));
    }

    @ParameterizedTest
    @CsvSource({".gz,GZIP", ".zip,ZIP", ".xz,XZ", ".bz2,PLAIN"})
    void shouldCompressAsTheNameSays(String ending, ArchiveFormat format) {
        Plan plan = read(rolling(
                """
                <rollingPolicy class="ch.qos.logback.core.rolling.TimeBasedRollingPolicy">
                  <fileNamePattern>logs/app.%%d.log%s</fileNamePattern>
                </rollingPolicy>
                """
                        .formatted(ending)));

        assertThat(plan.sinks())
                .singleElement()
                .isInstanceOfSatisfying(
                        SinkPlan.RollingFileSink.class,
                        sink -> assertThat(sink.roll().format()).isEqualTo(format));
    }

    @Test
    void shouldReadTheOldFormOfAPolicyBySizeAndTime() {
        Plan plan = read(
                rolling(
                        """
                <file>logs/app.log</file>
                <rollingPolicy class="ch.qos.logback.core.rolling.TimeBasedRollingPolicy">
                  <fileNamePattern>logs/app.%d{yyyy-MM-dd_HH, Asia/Tokyo}.%03i.log</fileNamePattern>
                  <timeBasedFileNamingAndTriggeringPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedFNATP">
                    <maxFileSize>10 MB</maxFileSize>
                  </timeBasedFileNamingAndTriggeringPolicy>
                </rollingPolicy>
                """));

        assertThat(plan.sinks()).singleElement().isInstanceOfSatisfying(SinkPlan.RollingFileSink.class, sink -> {
            RollPlan.Periodic roll = (RollPlan.Periodic) sink.roll();
            assertThat(roll.period()).isEqualTo(RollPeriod.HOUR);
            assertThat(roll.maxFileSizeBytes()).isEqualTo(10 << 20);
            assertThat(roll.names().parts()).contains(new FileNamePattern.Index(3));
        });
    }

    private static String window(String file, String options) {
        return rolling("<file>" + file + "</file>\n"
                + "<rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>\n" + options
                + "</rollingPolicy><triggeringPolicy"
                + " class='ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy'/>");
    }

    private RollPlan.Window window(String options) {
        SinkPlan sink = read(window("app.log", "<fileNamePattern>app.%i.log</fileNamePattern>" + options))
                .sinks()
                .get(0);
        return (RollPlan.Window) ((SinkPlan.RollingFileSink) sink).roll();
    }

    @Test
    void shouldKeepAWindowOfSevenFilesOfTenMebibytesUnlessToldOtherwise() {
        RollPlan.Window window = window("");

        assertThat(window.minIndex()).isEqualTo(1);
        assertThat(window.maxIndex()).isEqualTo(7);
        assertThat(window.maxFileSizeBytes()).isEqualTo(10 << 20);
    }

    @Test
    void shouldKeepNoWindowThatIsLargerThanLogbacks() {
        assertThat(window("<minIndex>3</minIndex><maxIndex>23</maxIndex>").maxIndex())
                .isEqualTo(23);
        assertThat(report.messages()).noneMatch(message -> message.startsWith("MR414"));

        assertThat(window("<minIndex>3</minIndex><maxIndex>24</maxIndex>").maxIndex())
                .isEqualTo(23);
        assertThat(window("<minIndex>3</minIndex><maxIndex>2</maxIndex>").maxIndex())
                .isEqualTo(3);
        assertThat(report.messages())
                .contains("MR414 logback.xml:4: <maxIndex> 24 is out of range; 23 is used")
                .contains("MR414 logback.xml:4: <maxIndex> 2 is out of range; 3 is used");
    }

    @ParameterizedTest
    @CsvSource({
        "-1,2147483647,-1,19",
        "-3,3,-3,3",
        "2147483647,5,2147483647,2147483647",
        "2147483640,2147483647,2147483640,2147483647",
        "-2147483648,2147483647,-2147483647,-2147483627"
    })
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void shouldKeepAWindowAtTheEndsOfAllNumbers(int min, int max, int first, int last) {
        RollPlan.Window window = window("<minIndex>" + min + "</minIndex><maxIndex>" + max + "</maxIndex>");

        assertThat(window.minIndex()).isEqualTo(first);
        assertThat(window.maxIndex()).isEqualTo(last);
        assertThat(report.messages().stream().filter(message -> message.startsWith("MR414")))
                .hasSize(last == max ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource({
        "app.0.log,app.%i.log,true",
        "app.1.log,app.%i.log,true",
        "app.2.log,app.%i.log,false",
        "./app.7.log,app.%i.log,false",
        "app.07.log,app.%02i.log,false",
        "app.8.log,app.%i.log,true",
        "app.1.log,app.%i.log.gz,false",
        "app.2.log.zip,app.%i.log.zip,false"
    })
    void shouldNotRollAFileThatItsWindowWouldRemove(String file, String pattern, boolean rolls) {
        Plan plan = read(window(file, "<fileNamePattern>" + pattern + "</fileNamePattern>"));

        assertThat(plan.sinks().get(0)).isInstanceOf(rolls ? SinkPlan.RollingFileSink.class : SinkPlan.FileSink.class);
        assertThat(report.messages().stream()
                        .filter(message -> message.startsWith("MR425") && message.contains("one of the files")))
                .hasSize(rolls ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<rollingPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'/>",
                "<rollingPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'>"
                        + "<fileNamePattern>a.%d{yyyy-MM-dd}.%i</fileNamePattern></rollingPolicy>",
                "<rollingPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'>"
                        + "<fileNamePattern>a.%d{hh}</fileNamePattern></rollingPolicy>",
                "<rollingPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'>"
                        + "<fileNamePattern>a.%d{bbb</fileNamePattern></rollingPolicy>",
                "<rollingPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'>"
                        + "<fileNamePattern>a.%d{yyyy-MM-dd_ppHmm}</fileNamePattern></rollingPolicy>",
                "<rollingPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'>"
                        + "<fileNamePattern>a.%d{yyyy-MM-dd, Mars/Base}</fileNamePattern></rollingPolicy>",
                "<rollingPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'>"
                        + "<fileNamePattern>a.%dx.%q</fileNamePattern></rollingPolicy>",
                "<rollingPolicy class='ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy'>"
                        + "<fileNamePattern>a.%d.%i</fileNamePattern></rollingPolicy>",
                "<rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>"
                        + "<fileNamePattern>a.%i</fileNamePattern></rollingPolicy>",
                "<rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>"
                        + "<fileNamePattern>a.%d{yyyy-MM-dd}.%i</fileNamePattern></rollingPolicy>"
                        + "<triggeringPolicy class='ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy'/>",
                "<rollingPolicy class='com.example.MyPolicy'/>"
            })
    void shouldWriteAPlainFileWhenAPolicyCannotWork(String policy) {
        Plan plan = read(rolling("<file>logs/app.log</file>" + policy));

        assertThat(plan.sinks()).singleElement().isInstanceOfSatisfying(SinkPlan.FileSink.class, sink -> {
            assertThat(sink.file()).isEqualTo(Path.of("logs/app.log"));
            assertThat(sink.append()).isTrue();
        });
        assertThat(report.messages())
                .anyMatch(message -> message.startsWith("MR425 logback.xml:1: appender R does not roll: "));
    }

    @Test
    void shouldTellThatNoQueueHasLessThanOneEvent() {
        assertThat(wish("<queueSize>0</queueSize>", "")).isEqualTo(OverflowWish.NONE);

        assertThat(report.messages()).anyMatch(message -> message.startsWith("MR414") && message.contains("below 1"));
    }

    @Test
    void shouldPassOnMillraceOptionsOfAnyScope() {
        surroundings.environment.put("BUDGET", "64MB");
        Plan plan = read("<configuration>"
                + """
                <property name="millrace.journal.budget" value="${BUDGET}"/>
                <property name="millrace.overflow" value="block" scope="context"/>
                <property name="other" value="1" scope="context"/>
                <property name="local" value="1"/>
                """
                + CONSOLE + "<root><appender-ref ref='C'/></root></configuration>");

        assertThat(plan.properties())
                .containsOnly(
                        Map.entry("millrace.journal.budget", "64MB"),
                        Map.entry("millrace.overflow", "block"),
                        Map.entry("other", "1"));
    }

    @Test
    void shouldLookVariablesUpInLogbacksOrder() {
        surroundings.properties.put("b", "system");
        surroundings.properties.put("c", "system");
        surroundings.environment.put("c", "environment");
        surroundings.environment.put("d", "environment");
        Plan plan = read(
                """
                <configuration>
                <property name="a" value="context" scope="context"/>
                <property name="a" value="local"/>
                <property name="b" value="context" scope="context"/>
                <appender name="C" class="ch.qos.logback.core.ConsoleAppender">
                  <encoder><pattern>${a} ${b} ${c} ${d} ${e}</pattern></encoder>
                </appender>
                <root><appender-ref ref="C"/></root>
                </configuration>
                """);

        assertThat(((LayoutPlan.Pattern) plan.sinks().get(0).layout()).pattern())
                .isEqualTo("local context system environment e_IS_UNDEFINED");
        assertThat(report.messages())
                .contains("MR416 logback.xml:6: variable e is not defined; it reads e_IS_UNDEFINED (define it, or"
                        + " write ${e:-default})");
    }

    @Test
    void shouldReportACircleOfVariablesAndGoOn() {
        Plan plan = read(
                """
                <configuration>
                <appender name="C" class="ch.qos.logback.core.ConsoleAppender">
                  <encoder><pattern>${a}</pattern></encoder>
                </appender>
                <property name="a" value="${b:-x}${self}"/>
                <property name="b" value="${a}"/>
                <property name="self" value="${b}"/>
                <root><appender-ref ref="C"/></root>
                </configuration>
                """);

        assertThat(plan.root().sinks()).containsExactly("C");
        assertThat(report.messages()).anyMatch(message -> message.startsWith("MR416 logback.xml:5: "));
    }

    @Test
    void shouldReadTurboFiltersInOrder() {
        Plan plan = read(
                """
                <configuration>
                  <turboFilter class="ch.qos.logback.classic.turbo.DuplicateMessageFilter">
                    <allowedRepetitions>2</allowedRepetitions><cacheSize>7</cacheSize></turboFilter>
                  <turboFilter class="ch.qos.logback.classic.turbo.DynamicThresholdFilter">
                    <Key>user</Key><DefaultThreshold>WARN</DefaultThreshold><OnLower>NEUTRAL</OnLower>
                    <OnHigherOrEqual>ACCEPT</OnHigherOrEqual>
                    <MDCValueLevelPair><value>bob</value><level>DEBUG</level></MDCValueLevelPair></turboFilter>
                  <turboFilter class="ch.qos.logback.classic.turbo.MDCFilter">
                    <MDCKey>k</MDCKey><Value>v</Value><OnMatch>ACCEPT</OnMatch></turboFilter>
                  <turboFilter class="ch.qos.logback.classic.turbo.MarkerFilter">
                    <Marker>M</Marker><OnMismatch>DENY</OnMismatch></turboFilter>
                </configuration>
                """);

        assertThat(plan.turboFilters())
                .containsExactly(
                        new TurboFilterPlan.Duplicate(2, 7),
                        new TurboFilterPlan.DynamicThreshold(
                                "user", Map.of("bob", Levels.DEBUG), Levels.WARN, Reply.ACCEPT, Reply.NEUTRAL),
                        new TurboFilterPlan.MdcValue("k", "v", Reply.ACCEPT, Reply.NEUTRAL),
                        new TurboFilterPlan.HasMarker("M", Reply.NEUTRAL, Reply.DENY));
    }

    @Test
    void shouldLeaveOutTurboFiltersThatCannotWork() {
        Plan plan = read(
                """
                <configuration>
                  <turboFilter class="ch.qos.logback.classic.turbo.ReconfigureOnChangeFilter"/>
                  <turboFilter class="com.example.Own"/>
                  <turboFilter class="ch.qos.logback.classic.turbo.MDCFilter"><MDCKey>k</MDCKey></turboFilter>
                  <turboFilter class="ch.qos.logback.classic.turbo.MarkerFilter"/>
                  <turboFilter class="ch.qos.logback.classic.turbo.DynamicThresholdFilter"/>
                  <turboFilter class="ch.qos.logback.classic.turbo.DuplicateMessageFilter">
                    <cacheSize>0</cacheSize></turboFilter>
                </configuration>
                """);

        assertThat(plan.turboFilters()).isEmpty();
        assertThat(report.messages())
                .filteredOn(message -> message.startsWith("MR467"))
                .hasSize(2);
        assertThat(report.messages())
                .filteredOn(message -> message.startsWith("MR468"))
                .hasSize(4);
    }

    private static final String SIFT =
            "<configuration><appender name='S' class='ch.qos.logback.classic.sift.SiftingAppender'>%s</appender>"
                    + "<root><appender-ref ref='S'/></root></configuration>";
    private static final String BY_USER =
            "<discriminator><key>user</key><defaultValue>nobody</defaultValue></discriminator>";

    @Test
    void shouldReadASiftingAppenderAnewForEachValue() {
        Plan plan = read(
                SIFT.formatted(
                        BY_USER
                                + """
                <timeout>2 minutes</timeout><maxAppenderCount>9</maxAppenderCount>
                <sift><property name="folder" value="logs/${user}"/>
                  <appender name="F-${user}" class="ch.qos.logback.core.FileAppender">
                    <file>${folder}/app.log</file><encoder><pattern>${user} %m%n</pattern></encoder></appender></sift>
                """));

        assertThat(plan.sinks()).singleElement().isInstanceOfSatisfying(SinkPlan.SiftingSink.class, sink -> {
            assertThat(sink.sift().mdcKey()).isEqualTo("user");
            assertThat(sink.sift().defaultValue()).isEqualTo("nobody");
            assertThat(sink.sift().timeoutMillis()).isEqualTo(120_000);
            assertThat(sink.sift().maxValues()).isEqualTo(9);
            assertThat(sink.sift().template().apply("bob")).isInstanceOfSatisfying(SinkPlan.FileSink.class, file -> {
                assertThat(file.name()).isEqualTo("F-bob");
                assertThat(file.file()).isEqualTo(Path.of("logs/bob/app.log"));
                assertThat(file.layout()).isEqualTo(new LayoutPlan.Pattern("bob %m%n", "logback.xml:4"));
            });
        });
    }

    @Test
    void shouldReadRollingFilesAndConsolesInsideASift() {
        Plan rolling = read(
                SIFT.formatted(
                        BY_USER
                                + """
                <sift><appender name="R" class="ch.qos.logback.core.rolling.RollingFileAppender">
                  <file>${user}.log</file><rollingPolicy class="ch.qos.logback.core.rolling.TimeBasedRollingPolicy">
                  <fileNamePattern>${user}-%d.log</fileNamePattern></rollingPolicy>
                  <encoder><pattern>%m%n</pattern></encoder></appender></sift>
                """));
        Plan console = read(
                SIFT.formatted(
                        BY_USER
                                + """
                <sift><appender name="C" class="ch.qos.logback.core.ConsoleAppender">
                  <encoder><pattern>${user} %m%n</pattern></encoder></appender></sift>
                """));

        assertThat(((SinkPlan.SiftingSink) rolling.sinks().get(0))
                        .sift()
                        .template()
                        .apply("bob"))
                .isInstanceOf(SinkPlan.RollingFileSink.class);
        assertThat(((SinkPlan.SiftingSink) console.sinks().get(0)).console()).isNotNull();
    }

    @Test
    void shouldSiftAllValuesToFilesWhereOnlyThatOfTheDefaultValueIsOne() {
        Plan plan = read(
                SIFT.formatted(
                        BY_USER
                                + """
                <sift><if condition='property("user").equals("bob")'>
                  <then><appender name="C" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%m%n</pattern></encoder></appender></then>
                  <else><appender name="F" class="ch.qos.logback.core.FileAppender">
                    <file>${user}.log</file><encoder><pattern>%m%n</pattern></encoder></appender></else></if></sift>
                """));

        SiftPlan sift = ((SinkPlan.SiftingSink) plan.sinks().get(0)).sift();
        assertThat(sift.template().apply("ann")).isNotEqualTo(sift.sample());
        assertThat(report.messages()).noneMatch(message -> message.startsWith("MR411"));
        assertThat(sift.template().apply("bob")).isEqualTo(sift.sample());
        assertThat(report.messages())
                .filteredOn(message -> message.startsWith("MR411"))
                .singleElement()
                .asString()
                .startsWith("MR411 logback.xml:1: <sift> has System.out for \"bob\" and files for the default value");
    }

    @Test
    void shouldSiftAllValuesToTheStreamOfTheDefaultValue() {
        Plan plan = read(
                SIFT.formatted(
                        BY_USER
                                + """
                <sift><appender name="C" class="ch.qos.logback.core.ConsoleAppender">
                  <target>System.${user}</target><encoder><pattern>${user} %m%n</pattern></encoder></appender></sift>
                """));

        SiftPlan sift = ((SinkPlan.SiftingSink) plan.sinks().get(0)).sift();
        assertThat(sift.template().apply("err")).isEqualTo(sift.sample());
        assertThat(sift.template().apply("out")).isNotEqualTo(sift.sample());
    }

    @Test
    void shouldSayThatFilesInsideASiftAreNotLocked() {
        Plan plan = read(
                SIFT.formatted(
                        BY_USER
                                + """
                <sift>
                  <appender name="F" class="ch.qos.logback.core.FileAppender"><file>${user}.log</file>
                    <prudent>true</prudent><encoder><pattern>%m%n</pattern></encoder></appender></sift>
                """));

        assertThat(plan.sinks()).hasSize(1);
        assertThat(report.messages())
                .filteredOn(message -> message.startsWith("MR411"))
                .singleElement()
                .asString()
                .startsWith("MR411 logback.xml:2: <prudent> is not supported inside <sift>");
    }

    @Test
    void shouldSiftByTheNameOfTheContext() {
        Plan plan = read(
                """
                <configuration><contextName>shop</contextName>
                <appender name="S" class="ch.qos.logback.classic.sift.SiftingAppender">
                  <discriminator class="ch.qos.logback.classic.sift.ContextBasedDiscriminator">
                    <defaultValue>other</defaultValue></discriminator>
                  <sift><appender name="F" class="ch.qos.logback.core.FileAppender">
                    <file>${contextName}.log</file><encoder><pattern>%m%n</pattern></encoder></appender></sift>
                </appender>
                <root><appender-ref ref="S"/></root></configuration>
                """);

        SiftPlan sift = ((SinkPlan.SiftingSink) plan.sinks().get(0)).sift();
        assertThat(sift.mdcKey()).isNull();
        assertThat(sift.template().apply(sift.defaultValue()))
                .isInstanceOfSatisfying(
                        SinkPlan.FileSink.class, file -> assertThat(file.file()).isEqualTo(Path.of("shop.log")));
    }

    @Test
    void shouldChooseAnewForEachValueByAConditionInsideASift() {
        Plan plan = read(
                SIFT.formatted(
                        BY_USER
                                + """
                <sift>
                  <if condition='property("user").equals("root")'>
                    <then><property name="folder" value="secure"/></then>
                    <else><property name="folder" value="logs"/></else>
                  </if>
                  <if condition='property("folder").equals("secure")'>
                    <then><appender name="A" class="ch.qos.logback.core.FileAppender">
                      <file>${folder}/audit.log</file><encoder><pattern>%m%n</pattern></encoder></appender></then>
                    <else><appender name="F" class="ch.qos.logback.core.FileAppender">
                      <file>${folder}/${user}.log</file><encoder><pattern>%m%n</pattern></encoder></appender></else>
                  </if>
                </sift>
                """));

        Function<String, SinkPlan> template =
                ((SinkPlan.SiftingSink) plan.sinks().get(0)).sift().template();
        assertThat(((SinkPlan.FileSink) template.apply("root")).file()).isEqualTo(Path.of("secure/audit.log"));
        assertThat(((SinkPlan.FileSink) template.apply("bob")).file()).isEqualTo(Path.of("logs/bob.log"));
    }

    @Test
    void shouldSayWhyASiftingAppenderCannotWork() {
        String file = "<appender name='F' class='ch.qos.logback.core.FileAppender'><file>f</file></appender>";
        String[] broken = {
            BY_USER,
            "<sift>" + file + "</sift>",
            BY_USER + "<sift/>",
            BY_USER + "<sift>" + file + file + "</sift>",
            BY_USER + "<sift><appender name='X' class='com.example.Own'/></sift>",
            "<discriminator><key>user</key></discriminator><sift>" + file + "</sift>"
        };
        for (String content : broken) {
            report.messages().clear();

            Plan plan = read(SIFT.formatted(content));

            assertThat(plan.sinks()).as(content).isEmpty();
            assertThat(report.messages()).as(content).anyMatch(message -> message.startsWith("MR465"));
        }
    }

    @Test
    void shouldGiveAllEventsTheDefaultValueWhereTheDiscriminatorIsNotSupported() {
        Plan plan = read(
                SIFT.formatted(
                        """
                <discriminator class="com.example.Own"><key>user</key><defaultValue>all</defaultValue></discriminator>
                <sift><appender name="F" class="ch.qos.logback.core.FileAppender"><file>${user}.log</file>
                  <encoder><pattern>%m%n</pattern></encoder></appender></sift>
                """));

        SinkPlan.SiftingSink sink = (SinkPlan.SiftingSink) plan.sinks().get(0);
        assertThat(sink.sift().mdcKey()).isNull();
        assertThat(((SinkPlan.FileSink) sink.sift().sample()).file()).isEqualTo(Path.of("all.log"));
        assertThat(report.messages())
                .anyMatch(message -> message.startsWith("MR466")
                        && message.endsWith(
                                "; all events go where those of its <defaultValue> go (use MDCBasedDiscriminator)"));
    }

    @Test
    void shouldSayWhatADiscriminatorThatIsNotSupportedNeedsWhereItHasNoValue() {
        read(
                SIFT.formatted(
                        """
                <discriminator class="com.example.Own"><separator>,</separator></discriminator>
                <sift><appender name="F" class="ch.qos.logback.core.FileAppender"><file>a.log</file></appender></sift>
                """));

        assertThat(report.messages())
                .anyMatch(message -> message.startsWith("MR466")
                        && message.endsWith(
                                ": discriminator com.example.Own is not supported (use MDCBasedDiscriminator,"
                                        + " or give it a <key> and a <defaultValue>, where all events go then)"))
                .anyMatch(message -> message.startsWith("MR465") && message.endsWith("goes nowhere"));
    }

    @Test
    void shouldReadEvaluatorFilters() {
        Plan plan = read(
                """
                <configuration><appender name="C" class="ch.qos.logback.core.ConsoleAppender">
                  <filter class="ch.qos.logback.core.filter.EvaluatorFilter">
                    <evaluator class="ch.qos.logback.classic.boolex.OnMarkerEvaluator"><marker>A</marker></evaluator>
                    <onMismatch>DENY</onMismatch></filter>
                  <filter class="ch.qos.logback.core.filter.EvaluatorFilter">
                    <evaluator class="ch.qos.logback.classic.boolex.JaninoEventEvaluator">
                    <expression>true</expression></evaluator><onMismatch>DENY</onMismatch></filter>
                  <encoder><pattern>%m%n</pattern></encoder></appender>
                  <root><appender-ref ref="C"/></root></configuration>
                """);

        assertThat(plan.sinks().get(0).filters())
                .containsExactly(new FilterPlan.Evaluate(
                        new EvaluatorPlan(false, List.of("A"), null), Reply.NEUTRAL, Reply.DENY));
        assertThat(report.messages()).anyMatch(message -> message.startsWith("MR427"));
    }

    @Test
    void shouldNameEveryElementItDoesNotActOn() {
        read("<configuration packagingData='true'>\n"
                + """
                <include resource="other.xml"/>
                <if condition='x y'><then/></if>
                <turboFilter class="x"/>
                <define name="a" class="x"/>
                <insertFromJNDI env-entry-name="java:comp/env/a" as="a"/>
                <conversionRule conversionWord="w" class="x"/>
                <contextListener class="x"/>
                <sequenceNumberGenerator class="x"/>
                <newRule pattern="x" actionClass="x"/>
                <springProfile name="x"><root level="OFF"/></springProfile>
                <statusListener class="x"/>
                <evaluator name="x"/>
                <shutdownHook/>
                <whatever/>
                """
                + CONSOLE + "<root><appender-ref ref='C'/></root></configuration>");

        assertThat(report.messages().stream().map(message -> message.split(": | configuration")[0]))
                .containsExactlyInAnyOrder(
                        "MR431 logback.xml:2",
                        "MR433 logback.xml:3",
                        "MR467 logback.xml:4",
                        "MR434 logback.xml:5",
                        "MR411 logback.xml:6",
                        "MR418 logback.xml:7",
                        "MR411 logback.xml:8",
                        "MR419 logback.xml:9",
                        "MR411 logback.xml:10",
                        "MR411 logback.xml:11",
                        "MR411 logback.xml:12",
                        "MR419 logback.xml:13",
                        "MR412 logback.xml:14",
                        "MR410 logback.xml:15",
                        "MR401");
    }

    @Test
    void shouldReadTheLayoutsOfSkyWalkingAsPatternsWithWordsOfTheirOwn() {
        String skyWalking = "org.apache.skywalking.apm.toolkit.log.logback.v1.x.";
        Plan plan = read(
                """
                <configuration>
                  <appender name="C" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder class="ch.qos.logback.core.encoder.LayoutWrappingEncoder">
                      <layout class="SKY.TraceIdPatternLogbackLayout"><Pattern>[%tid] %msg%n</Pattern></layout>
                    </encoder>
                  </appender>
                  <appender name="S" class="ch.qos.logback.classic.sift.SiftingAppender">
                    <discriminator><key>user</key><defaultValue>none</defaultValue></discriminator>
                    <sift>
                      <appender name="F" class="ch.qos.logback.core.FileAppender">
                        <file>${user}.log</file>
                        <encoder class="ch.qos.logback.core.encoder.LayoutWrappingEncoder">
                          <layout class="SKY.mdc.TraceIdMDCPatternLogbackLayout"><Pattern>%X{tid}</Pattern></layout>
                        </encoder>
                      </appender>
                    </sift>
                  </appender>
                  <root><appender-ref ref="C"/><appender-ref ref="S"/></root>
                  <conversionRule conversionWord="sw_ctx" class="ch.qos.logback.classic.pattern.LevelConverter"/>
                </configuration>
                """
                        .replace("SKY.", skyWalking));

        assertThat(plan.sinks().get(0).layout())
                .isInstanceOfSatisfying(LayoutPlan.Pattern.class, layout -> assertThat(layout.pattern())
                        .isEqualTo("[%tid] %msg%n"));
        assertThat(plan.patterns().converters())
                .isEqualTo(Map.of(
                        "tid", skyWalking + "LogbackPatternConverter",
                        "sw_ctx", "ch.qos.logback.classic.pattern.LevelConverter",
                        "X", skyWalking + "mdc.LogbackMDCPatternConverter",
                        "mdc", skyWalking + "mdc.LogbackMDCPatternConverter"));
        assertThat(report.messages()).containsExactly("MR401 configuration read from logback.xml");
    }

    @Test
    void shouldSayWhenAClassIsMissing() {
        read(
                """
                <configuration>
                  <statusListener/>
                  <contextListener/>
                  <sequenceNumberGenerator/>
                  <appender name="R" class="ch.qos.logback.core.rolling.RollingFileAppender">
                    <rollingPolicy class="ch.qos.logback.core.rolling.TimeBasedRollingPolicy">
                      <fileNamePattern>%d.log</fileNamePattern>
                      <timeBasedFileNamingAndTriggeringPolicy/>
                    </rollingPolicy>
                    <triggeringPolicy/>
                    <encoder><pattern>%m%n</pattern></encoder>
                  </appender>
                  <root><appender-ref ref="R"/></root>
                </configuration>
                """);

        assertThat(report.messages())
                .containsExactly(
                        "MR411 logback.xml:2: <statusListener> names no class: warnings and errors go to standard error"
                                + " (see millrace.status)",
                        "MR411 logback.xml:3: <contextListener> names no class: no listener is told of anything",
                        "MR419 logback.xml:4: <sequenceNumberGenerator> names no class; events are numbered from 1 by"
                                + " each process",
                        "MR411 logback.xml:8: <timeBasedFileNamingAndTriggeringPolicy> names no class; it is ignored",
                        "MR411 logback.xml:10: <triggeringPolicy> names no class; it is ignored",
                        "MR401 configuration read from logback.xml");
    }

    @Test
    void shouldReadWhatAllPatternsShare() {
        Plan plan = read(
                """
                <configuration packagingData="true">
                  <import class="ch.qos.logback.classic.boolex.OnMarkerEvaluator"/>
                  <property name="boot" value="org.springframework.boot.logging.logback"/>
                  <conversionRule conversionWord="clr" class="${boot}.ColorConverter"/>
                  <conversionRule conversionWord="wex" converterClass="${boot}.WhitespaceThrowableProxyConverter"/>
                  <conversionRule conversionWord="crlf" class="org.shop.config.CRLFLogConverter"/>
                  <conversionRule conversionWord="msg" class="org.shop.Masking"/>
                  <conversionRule conversionWord="own" class="org.shop.Own"/>
                  <conversionRule class="org.shop.Own"/>
                  <evaluator name="marked" class="OnMarkerEvaluator"><marker>A</marker><marker>B</marker></evaluator>
                  <evaluator name="failed" class="ch.qos.logback.classic.boolex.ExceptionMatchEvaluator">
                    <exceptionClass>java.io.IOException</exceptionClass>
                  </evaluator>
                  <evaluator name="error" class="ch.qos.logback.classic.boolex.OnErrorEvaluator"/>
                  <evaluator name="script"><expression>return true;</expression></evaluator>
                  <sequenceNumberGenerator class="ch.qos.logback.core.spi.BasicSequenceNumberGenerator"/>
                </configuration>
                """);

        String boot = "org.springframework.boot.logging.logback.";
        assertThat(plan.patterns())
                .isEqualTo(new PatternSettings(
                        Map.of(
                                "clr",
                                boot + "ColorConverter",
                                "wex",
                                boot + "WhitespaceThrowableProxyConverter",
                                "crlf",
                                "org.shop.config.CRLFLogConverter"),
                        Map.of(
                                "marked",
                                new EvaluatorPlan(false, List.of("A", "B"), null),
                                "failed",
                                new EvaluatorPlan(false, List.of(), "java.io.IOException"),
                                "error",
                                new EvaluatorPlan(true, List.of(), null),
                                "script",
                                EvaluatorPlan.NEVER),
                        true,
                        true));
        assertThat(report.messages())
                .contains(
                        "MR418 logback.xml:7: converter class org.shop.Masking is not supported; %msg prints what it"
                                + " prints without the rule: nothing is masked or changed",
                        "MR418 logback.xml:8: converter class org.shop.Own is not supported; %own prints"
                                + " %PARSER_ERROR[own]",
                        "MR410 logback.xml:9: <conversionRule> needs an attribute conversionWord; the rule is ignored",
                        "MR419 logback.xml:15: <evaluator> names no class; it never matches")
                .anyMatch(message -> message.startsWith("MR413 logback.xml:5: "));
    }

    @Test
    void shouldShowStatusWhenAsked() {
        assertThat(read("<configuration/>").showStatus()).isFalse();
        assertThat(read("<configuration debug='false'/>").showStatus()).isFalse();
        assertThat(read("<configuration debug='true'/>").showStatus()).isTrue();
        assertThat(read("<configuration debug='${d:-yes}'/>").showStatus()).isTrue();
        assertThat(read("<configuration><statusListener"
                                + " class='ch.qos.logback.core.status.OnConsoleStatusListener'/></configuration>")
                        .showStatus())
                .isTrue();
        surroundings.properties.put("logback.debug", "false");
        assertThat(read("<configuration debug='true'/>").showStatus()).isFalse();
    }

    @Test
    void shouldKeepTheSinksOfARootWithAnImpossibleLevel() {
        Plan plan = read(
                "<configuration>" + CONSOLE + "<root level='INHERITED'><appender-ref ref='C'/></root></configuration>");

        assertThat(plan.root()).isEqualTo(new LoggerPlan("ROOT", Levels.DEBUG, true, List.of("C")));
    }

    /** Logback asks the attribute of a root for a level only, and takes DEBUG for all that is none. */
    @Test
    void shouldTakeDebugForARootThatInherits() {
        Plan plan = read("<configuration>" + CONSOLE + "<root level='INFO'><appender-ref ref='C'/></root>"
                + "<root level='inherited'/></configuration>");

        assertThat(plan.root().level()).isEqualTo(Levels.DEBUG);
        assertThat(report.messages()).anyMatch(message -> message.startsWith("MR414"));
        assertThat(read("<configuration>" + CONSOLE + "<root level='INFO'><appender-ref ref='C'/></root>"
                                + "<root><level value='NULL'/></root></configuration>")
                        .root()
                        .level())
                .isEqualTo(Levels.INFO);
    }

    @Test
    void shouldReadAnAppenderInsideAnAppenderAsIfItStoodBeforeIt() {
        Plan plan = read("<configuration><appender name='O' class='ch.qos.logback.classic.AsyncAppender'>" + CONSOLE
                + "<appender-ref ref='C'/></appender><root><appender-ref ref='O'/></root></configuration>");

        assertThat(plan.root().sinks()).containsExactly("C");
        assertThat(report.messages()).anyMatch(message -> message.startsWith("MR413"));
    }

    @Test
    void shouldUseTheLaterOfTwoAppendersOfOneNameFromThereOn() {
        Plan plan = read("<configuration>" + CONSOLE
                + "<logger name='x'><appender-ref ref='C'/></logger>"
                + CONSOLE.replace("%m%n", "second")
                + "<root><appender-ref ref='C'/></root></configuration>");

        assertThat(plan.sinks()).extracting(SinkPlan::name).containsExactly("C", "C-2");
        assertThat(plan.loggers().get(0).sinks()).containsExactly("C");
        assertThat(plan.root().sinks()).containsExactly("C-2");
    }

    @Test
    void shouldKeepLoggersAndSinksInDocumentOrder() {
        Plan plan = read("<configuration><logger name='first'><appender-ref ref='D'/></logger>"
                + "<logger name='second' level='INFO'/>"
                + CONSOLE
                + CONSOLE.replace("\"C\"", "\"D\"")
                + "<root><appender-ref ref='D'/><appender-ref ref='C'/></root></configuration>");

        assertThat(plan.loggers()).extracting(LoggerPlan::name).containsExactly("first", "second");
        assertThat(plan.sinks()).extracting(SinkPlan::name).containsExactly("C", "D");
        assertThat(plan.root().sinks()).containsExactly("D", "C");
    }

    @Test
    void shouldReportIntoTheStatusLog() throws IOException {
        StatusLog log = new StatusLog();
        Plan plan;
        try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
            plan = new LogbackPlanReader(surroundings)
                    .read(empty, log)
                    .orElseThrow()
                    .plan();
        }

        assertThat(plan).isEqualTo(DefaultPlan.of("default", false));
        assertThat(log.list()).extracting(Status::code).containsExactly(StatusCode.MR404);
    }
}
