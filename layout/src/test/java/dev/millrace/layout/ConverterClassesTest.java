package dev.millrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.core.pattern.DynamicConverter;
import dev.millrace.event.Levels;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.pattern.ConverterClasses;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ConverterClassesTest {
    private static final String BOOT = "org.springframework.boot.logging.logback.";
    private static final Map<String, String> RULES = Map.of(
            "clr",
            BOOT + "ColorConverter",
            "wex",
            BOOT + "WhitespaceThrowableProxyConverter",
            "wEx",
            BOOT + "ExtendedWhitespaceThrowableProxyConverter",
            "esb",
            BOOT + "EnclosedInSquareBracketsConverter",
            "correlationId",
            BOOT + "CorrelationIdConverter",
            "crlf",
            "com.example.shop.config.CRLFLogConverter",
            "tid",
            "org.apache.skywalking.apm.toolkit.log.logback.v1.x.LogbackPatternConverter",
            "sw_ctx",
            "org.apache.skywalking.apm.toolkit.log.logback.v1.x.LogbackSkyWalkingContextPatternConverter",
            "mdc",
            "org.apache.skywalking.apm.toolkit.log.logback.v1.x.mdc.LogbackMDCPatternConverter",
            "m",
            "ch.qos.logback.classic.pattern.LevelConverter");

    private final Sample.Capture capture = new Sample.Capture();
    private final List<String> problems = new ArrayList<>();

    @Test
    @SuppressWarnings("rawtypes") // Logback's own signature.
    void shouldKnowEachConverterClassOfLogbacks() {
        for (Supplier<DynamicConverter> converter : PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.values()) {
            assertThat(ConverterClasses.isKnown(converter.get().getClass().getName()))
                    .as("%s", converter.get().getClass())
                    .isTrue();
        }
        assertThat(ConverterClasses.isKnown("com.example.Masking")).isFalse();
        assertThat(ConverterClasses.isKnown("")).isFalse();
        String colors = "ch.qos.logback.core.pattern.color.";
        for (String name :
                List.of("", "R", "redCompositeConverter", "Red", "CompositeConverter", "MsgCompositeConverter")) {
            assertThat(ConverterClasses.isKnown(colors + name)).as(name).isFalse();
        }
    }

    @Test
    void shouldLetARuleTakeThePlaceOfAWord() {
        assertThat(printed("%m %msg", false, sample("hi", Map.of(), null))).isEqualTo("WARN hi");
    }

    @Test
    void shouldColorAsSpringBootDoes() {
        assertThat(printed("%clr(%5p) %clr(x){faint}%clr(y){blue}%clr(z){nope}", true, sample("hi", Map.of(), null)))
                .isEqualTo("\u001b[33m WARN\u001b[0;39m \u001b[2mx\u001b[0;39m\u001b[34my\u001b[0;39m"
                        + "\u001b[33mz\u001b[0;39m");
        assertThat(printed("%clr(%5p) %clr(x){faint}", false, sample("hi", Map.of(), null)))
                .isEqualTo(" WARN x");
    }

    /** Boot 4.1 knows styles and backgrounds besides, all that are named, in any case. */
    @Test
    void shouldCombineColorsAndStyles() {
        assertThat(printed(
                        "%clr(a){bold}%clr(b){bg_red}%clr(c){bold, RED}%clr(d){bg_bright_blue, nope,reverse}%clr(e){,}",
                        true, sample("hi", Map.of(), null)))
                .isEqualTo("<1ma><41mb><1;31mc><104;7md><33me>"
                        .replace("<", "\u001b[")
                        .replace(">", "\u001b[0;39m"));
    }

    @Test
    void shouldPutLineEndsAroundAStackTrace() {
        Exception thrown = new Exception("x");
        thrown.setStackTrace(new StackTraceElement[0]);
        String n = System.lineSeparator();

        assertThat(printed("%msg%wex|", false, sample("hi", Map.of(), thrown)))
                .isEqualTo("hi" + n + "java.lang.Exception: x" + n + n + "|");
        assertThat(printed("%msg%wEx{short}|", false, sample("hi", Map.of(), thrown)))
                .isEqualTo("hi" + n + "java.lang.Exception: x" + n + n + "|");
        assertThat(printed("%msg%wex|", false, sample("hi", Map.of(), null))).isEqualTo("hi|");
    }

    @Test
    void shouldPutBracketsAroundWhatIsNotEmpty() {
        assertThat(printed(
                        "%esb(%X{app}){APP}%esb(%X{none}){}%esb(é)", false, sample("hi", Map.of("app", "shop"), null)))
                .isEqualTo("[shop] [é] ");
    }

    /** As {@code %esb(){APPLICATION_NAME}%esb{APPLICATION_GROUP}} in Spring Boot's own defaults. */
    @Test
    void shouldPutBracketsAroundAPropertyWhereThereIsNothingElse() {
        assertThat(printed("%esb(){app}%esb{app}%esb(%X{none}){java.vendor}", false, sample("hi", Map.of(), null)))
                .isEqualTo("[shop] [shop] [" + System.getProperty("java.vendor") + "] ");
        assertThat(printed("%esb(x){app}%esb(){none}%esb(){''}%esb{empty}", false, sample("hi", Map.of(), null)))
                .isEqualTo("[x] ");
    }

    @Test
    void shouldPrintCorrelationIds() {
        Sample traced = sample("hi", Map.of("traceId", "12345678", "spanId", "9"), null);

        assertThat(printed("%correlationId{traceId(8),spanId(4)}|", false, traced))
                .isEqualTo("[12345678-9   ] |");
        assertThat(printed("%correlationId{traceId(8),spanId(4)}|", false, sample("hi", Map.of(), null)))
                .isEqualTo("[" + " ".repeat(13) + "] |");
        assertThat(printed("%correlationId|", false, sample("hi", Map.of(), null)))
                .isEqualTo("[" + " ".repeat(49) + "] |");
        assertThat(printed("%correlationId{traceId}|", false, traced)).endsWith("] |");
        assertThat(problems).singleElement().asString().startsWith(LayoutProblem.BAD_OPTION);
    }

    @Test
    void shouldKeepLineEndsOutOfMessagesButSafeOnes() {
        Sample broken = sample("a\r\nb\tc", Map.of(), null);

        assertThat(printed("%crlf(%msg){none}%n", false, broken)).isEqualTo("a__b_c" + System.lineSeparator());
        assertThat(printed("%crlf(%msg){red}", true, sample("a\nb", Map.of(), null)))
                .isEqualTo("a\u001b[31m_\u001b[0;39mb");
        assertThat(printed("%crlf(%msg)", false, of("org.hibernate.SQL", "a\nb", List.of(), Map.of(), null)))
                .isEqualTo("a\nb");
        assertThat(printed("%crlf(%msg)", false, of("x", "a\nb", List.of("CRLF_SAFE"), Map.of(), null)))
                .isEqualTo("a\nb");
    }

    @Test
    void shouldPrintThatThereIsNoTrace() {
        assertThat(printed("[%tid] [%sw_ctx]", false, sample("hi", Map.of(), null)))
                .isEqualTo("[TID: N/A] [SW_CTX: N/A]");
    }

    @Test
    void shouldPrintThatThereIsNoTraceForTwoKeysOfTheMdc() {
        Sample sample = sample("hi", Map.of("tid", "1", "user", "ann"), null);

        assertThat(printed("%mdc{tid} %mdc{sw_ctx:-x} %mdc{user} %mdc{none:-x} %-10mdc{tid}|", false, sample))
                .isEqualTo("TID: N/A SW_CTX: N/A ann x TID: N/A  |");
        assertThat(printed("%prefix(%mdc{tid} %mdc{user})", false, sample)).isEqualTo("tid=TID: N/A user=ann");
    }

    private static Sample sample(String message, Map<String, String> mdc, Throwable thrown) {
        return of("com.example.Orders", message, null, mdc, thrown);
    }

    private static Sample of(
            String logger, String message, List<String> markers, Map<String, String> mdc, Throwable thrown) {
        return new Sample(Levels.WARN, logger, "main", 1, message, null, thrown, mdc, markers, null, null, List.of());
    }

    private String printed(String pattern, boolean ansi, Sample sample) {
        Utf8Buffer out = new Utf8Buffer(64);
        dev.millrace.layout.pattern.PatternLayout.compile(pattern, Sample.context(RULES, ansi, problems))
                .render(capture.of(sample), out);
        return new String(out.bytes(), 0, out.length(), StandardCharsets.UTF_8);
    }
}
