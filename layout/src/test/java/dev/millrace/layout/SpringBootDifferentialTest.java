package dev.millrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.core.pattern.DynamicConverter;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.pattern.PatternLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.ansi.AnsiOutput;
import org.springframework.boot.logging.logback.ApplicationNameConverter;
import org.springframework.boot.logging.logback.ColorConverter;
import org.springframework.boot.logging.logback.CorrelationIdConverter;
import org.springframework.boot.logging.logback.EnclosedInSquareBracketsConverter;
import org.springframework.boot.logging.logback.ExtendedWhitespaceThrowableProxyConverter;
import org.springframework.boot.logging.logback.WhitespaceThrowableProxyConverter;

/** The words of Spring Boot's converters, in Logback and with us: the same bytes. */
class SpringBootDifferentialTest {
    @SuppressWarnings("rawtypes") // Logback's own signature.
    private static final Map<String, Supplier<DynamicConverter>> CONVERTERS = new HashMap<>();

    private static final String APPLICATION_NAME = "APPLICATION_NAME";

    private static final Map<String, String> RULES = new HashMap<>();

    static {
        rule("clr", ColorConverter.class, ColorConverter::new);
        rule("wex", WhitespaceThrowableProxyConverter.class, WhitespaceThrowableProxyConverter::new);
        rule("wEx", ExtendedWhitespaceThrowableProxyConverter.class, ExtendedWhitespaceThrowableProxyConverter::new);
        rule("esb", EnclosedInSquareBracketsConverter.class, EnclosedInSquareBracketsConverter::new);
        applicationName();
        rule("correlationId", CorrelationIdConverter.class, CorrelationIdConverter::new);
    }

    @SuppressWarnings({"deprecation", "removal"}) // It stands in Spring Boot's defaults.xml all the same.
    private static void applicationName() {
        rule("applicationName", ApplicationNameConverter.class, ApplicationNameConverter::new);
    }

    @SuppressWarnings("rawtypes") // Logback's own signature.
    private static void rule(String word, Class<?> type, Supplier<DynamicConverter> converter) {
        RULES.put(word, type.getName());
        CONVERTERS.put(word, converter);
    }

    private final Random random = new Random(5);
    private final Sample.Capture capture = new Sample.Capture();

    @AfterEach
    void resetColorsAndName() {
        AnsiOutput.setEnabled(AnsiOutput.Enabled.DETECT);
        System.clearProperty(APPLICATION_NAME);
    }

    @Test
    void shouldPrintWhatSpringBootsConvertersPrint() {
        Samples samples = new Samples(random);
        for (int i = 0; i < 3_000; i++) {
            boolean ansi = random.nextBoolean();
            AnsiOutput.setEnabled(ansi ? AnsiOutput.Enabled.ALWAYS : AnsiOutput.Enabled.NEVER);
            if (random.nextBoolean()) {
                System.setProperty(APPLICATION_NAME, oneOf("", "shop", "zoë"));
            } else {
                System.clearProperty(APPLICATION_NAME);
            }
            String pattern = pattern();
            Sample sample = samples.next();

            Utf8Buffer out = new Utf8Buffer(64);
            PatternLayout.compile(pattern, Sample.context(RULES, ansi, new ArrayList<>()))
                    .render(capture.of(sample), out);
            byte[] expected = new LogbackLayout(pattern, CONVERTERS).render(sample.ofLogback(capture.count()));

            assertThat(text(out.bytes(), out.length()))
                    .as("%s, colours %s", pattern, ansi)
                    .isEqualTo(text(expected, expected.length));
        }
    }

    /** Halves of characters apart: see {@link KnownDifference#SURROGATE_HALVES}. */
    private static String text(byte[] bytes, int length) {
        return new String(bytes, 0, length, StandardCharsets.UTF_8).replaceAll("[\\x{10000}-\\x{10FFFF}]", "??");
    }

    private String pattern() {
        StringBuilder pattern = new StringBuilder();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            pattern.append(oneOf(" ", " - ", "x "));
            pattern.append('%').append(oneOf("", "", "-5", ".4", "30.40"));
            pattern.append(
                    switch (random.nextInt(6)) {
                        case 0, 1 ->
                            "clr(" + oneOf("%5p", "%msg", "", "%d{HH:mm}%t") + ")"
                                    + oneOf(
                                            "{}",
                                            "{faint}",
                                            "{red}",
                                            "{green}",
                                            "{yellow}",
                                            "{blue}",
                                            "{magenta}",
                                            "{cyan}",
                                            "{black}",
                                            "{white}",
                                            "{bright_blue}",
                                            "{bright_black}",
                                            "{nope}");
                        case 2 ->
                            "esb" + oneOf("", "(%X{user})", "(%msg)", "(%-10X{none})", "(%X{none})", "()")
                                    + oneOf("{}", "{app}", "{empty}", "{none}", "{APPLICATION_NAME}");
                        case 3 ->
                            "correlationId"
                                    + oneOf("", "{}", "{user(8),request(4)}", "{trace.id(0)}", "{none(5), k(3)}");
                        case 4 -> oneOf("applicationName", "applicationName{none}");
                        default -> oneOf("wex", "wEx") + oneOf("", "{short}", "{full, onError}", "{2, Thread}");
                    });
        }
        return pattern.append('|').toString();
    }

    private String oneOf(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
