package dev.millrace.event;

import static dev.millrace.event.Fixture.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.helpers.FormattingTuple;
import org.slf4j.helpers.MessageFormatter;

/** Messages are those of SLF4J's own formatter, byte for byte. */
@Timeout(120)
class MessageTest {
    private final Fixture fixture = new Fixture();

    @Test
    void shouldPrintWhatSlf4jPrintsForGeneratedTemplatesAndArguments() {
        PrintStream before = System.err;
        System.setErr(new PrintStream(OutputStream.nullOutputStream())); // SLF4J reports each failing toString
        try {
            for (int seed = 0; seed < RandomValues.seeds(4_000); seed++) {
                RandomValues values = new RandomValues(seed);
                String template = values.template();
                Object[] arguments = values.arguments();
                byte[] expected = slf4j(template, arguments);

                byte[] actual = fixture.message(template, arguments);

                assertThat(actual)
                        .as("seed %d, template <%s>, %d arguments", seed, template, arguments.length)
                        .isEqualTo(expected);
            }
        } finally {
            System.setErr(before);
        }
    }

    @Test
    void shouldPrintTheSameWhetherTheTemplateIsInTheDictionaryOrInline() {
        for (int seed = 0; seed < RandomValues.seeds(600); seed++) {
            String template = new RandomValues(seed).template();
            Object[] arguments = {1, "two", 3L, null};
            for (int count = 0; count <= arguments.length; count++) {
                Object[] some = Arrays.copyOf(arguments, count);
                byte[] expected = slf4j(template, some);

                for (int time = 0; time < 3; time++) {
                    assertThat(fixture.message(template, some)).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void shouldTakeOneAndTwoArgumentsWithoutAnArray() {
        EventEncoder one =
                fixture.capture.encode(0, "l", Levels.WARN, 0, "a {} b", 1, "x", "unused", null, null, null, null);
        assertThat(fixture.event.wrap(one.bytes(), 0, one.length())).isTrue();
        assertThat(text(fixture.event::message)).isEqualTo("a x b");
        fixture.capture.release(one);

        EventEncoder two = fixture.capture.encode(
                0, "l", Levels.WARN, 0, "a {} b {}", 2, new StringBuilder("x"), 'y', null, null, null, null);
        assertThat(fixture.event.wrap(two.bytes(), 0, two.length())).isTrue();
        assertThat(text(fixture.event::message)).isEqualTo("a x b y");
        fixture.capture.release(two);
    }

    @Test
    void shouldTreatATrailingThrowableAsSlf4jDoes() {
        Exception thrown = new Exception("boom");

        LogEvent event = fixture.captured("a {} {}", 1, thrown);

        assertThat(text(event::message)).isEqualTo("a 1 {}");
        assertThat(event.argumentCount()).isEqualTo(1);
        assertThat(event.thrown().message()).isEqualTo("boom");
    }

    @Test
    void shouldLeaveATrailingThrowableAmongTheArgumentsWhenAnotherOneIsGiven() {
        LogEvent event =
                fixture.captured("a {}", new Object[] {new Exception("argument")}, new Exception("given"), null, null);

        assertThat(text(event::message)).isEqualTo("a java.lang.Exception: argument");
        assertThat(event.thrown().message()).isEqualTo("given");
    }

    @Test
    void shouldPrintATemplateWithoutArgumentsVerbatim() {
        assertThat(fixture.message("a \\{} \\\\{} {}")).isEqualTo("a \\{} \\\\{} {}".getBytes(UTF_8));
        assertThat(fixture.message("only {} \\{}", new Exception())).isEqualTo("only {} \\{}".getBytes(UTF_8));
    }

    @Test
    void shouldPrintNullForANullTemplateAndSayThatItIsNull() {
        LogEvent event = fixture.captured(null, 1, 2);

        assertThat(text(event::message)).isEqualTo("null");
        assertThat(event.messageIsNull()).isTrue();
        assertThat(event.argumentCount()).isEqualTo(2);
    }

    @Test
    void shouldPrintMoreThan255Arguments() {
        Object[] arguments = new Object[1000];
        Arrays.setAll(arguments, i -> i);
        String template = "{} ".repeat(1000);

        assertThat(fixture.message(template, arguments)).isEqualTo(slf4j(template, arguments));
    }

    @Test
    void shouldNotTouchTheCallersArray() {
        Object foreign = new StringBuilder("x");
        Object[] arguments = {1, foreign, "y", new Exception()};
        Object[] before = arguments.clone();

        fixture.captured("{} {} {}", arguments);

        assertThat(arguments).containsExactly(before);
    }

    @Test
    void shouldBoundTheTextOfArraysThatPrintExponentiallyMuch() {
        Object[] array = {"leaf"};
        for (int i = 0; i < 64; i++) {
            array = new Object[] {array, array};
        }

        LogEvent event = fixture.captured("{}", (Object) array);

        assertThat(text(event::message)).contains("\u2026[cut ").hasSizeLessThan(Fixture.LIMIT + 1000);
    }

    @Test
    void shouldKnowWhatArgumentsWere() {
        LogEvent event = fixture.captured(
                "",
                null,
                "s",
                1,
                true,
                java.time.Instant.EPOCH,
                new int[] {1},
                java.math.BigDecimal.ONE,
                'c',
                new Object());

        ValueKind[] kinds = new ValueKind[event.argumentCount()];
        Arrays.setAll(kinds, event::argumentKind);
        assertThat(kinds)
                .containsExactly(
                        ValueKind.NULL,
                        ValueKind.TEXT,
                        ValueKind.NUMBER,
                        ValueKind.BOOLEAN,
                        ValueKind.TEMPORAL,
                        ValueKind.ARRAY,
                        ValueKind.NUMBER,
                        ValueKind.TEXT,
                        ValueKind.TEXT);
        assertThat(text(out -> event.argument(5, out))).isEqualTo("[1]");
        assertThat(text(out -> event.argument(4, out))).isEqualTo("1970-01-01T00:00:00Z");
    }

    private static byte[] slf4j(String template, Object[] arguments) {
        FormattingTuple tuple = MessageFormatter.arrayFormat(template, arguments);
        return tuple.getMessage().getBytes(UTF_8);
    }
}
