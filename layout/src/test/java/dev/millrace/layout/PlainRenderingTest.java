package dev.millrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.event.Dictionary;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.pattern.PatternLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is rendered by a quick look at the event reads as what is rendered after a whole one. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PlainRenderingTest {
    private static final List<String> PLAIN = List.of(
            "%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger{36} - %msg%n",
            "%d %t %c %m%n",
            "%msg%n",
            "%m",
            "%d{HH:mm:ss,SSSSSS} %.3level %logger{0} [%20.20thread] %m%nopex%n",
            "%d %level %logger - %m%n%ex");
    private static final List<String> OTHERS =
            List.of("%-30msg%n", "%m %X{a}%n", "%m%n%m%n", "%m %level%n", "%replace(%m){'a','b'}%n", "%lsn %m%n");

    private final Dictionary dictionary = Dictionary.inMemory();
    private final EventCapture capture = new EventCapture(dictionary, new EventClock(), 1 << 16);
    private final LogEvent event = new LogEvent(dictionary);
    private final Random random = new Random(7);

    private static PatternLayout compile(String pattern) {
        return PatternLayout.compile(pattern, Sample.context(new ArrayList<>()));
    }

    private byte[] record() {
        String template = random.nextInt(3) == 0 ? "no arguments" : random.nextBoolean() ? "a {} b {}" : "{}{} c";
        Object[] args = {random.nextLong(), random.nextInt(8) == 0 ? 1.5 : "text" + random.nextInt(9)};
        int level = random.nextBoolean() ? Levels.INFO : Levels.WARN;
        Throwable thrown = random.nextInt(9) == 0 ? new IllegalStateException("wanted") : null;
        String logger = "some.package.Logger" + random.nextInt(3);
        EventEncoder encoder = capture.encode(
                dictionary.idOfRepeating(logger), logger, level, 0, template, 2, null, null, args, thrown, null, null);
        byte[] record = Arrays.copyOf(encoder.bytes(), encoder.length());
        capture.release(encoder);
        return record;
    }

    @Test
    void shouldAppendTheSameOrNothing() {
        for (String pattern : PLAIN) {
            PatternLayout plain = compile(pattern);
            PatternLayout usual = compile(pattern);
            assertThat(plain.rendersPlain()).as(pattern).isTrue();
            Utf8Buffer out = new Utf8Buffer(4);
            Utf8Buffer expected = new Utf8Buffer(4);
            int taken = 0;
            for (int i = 0; i < 3_000; i++) {
                byte[] record = record();
                int start = out.length();
                boolean done = event.wrapPlain(record, 0, record.length) && plain.renderPlain(event, out);
                taken += done ? 1 : 0;
                assertThat(event.wrap(record, 0, record.length)).isTrue();
                if (!done) {
                    assertThat(out.length()).isEqualTo(start);
                    plain.render(event, out);
                }
                usual.render(event, expected);
            }
            assertThat(text(out)).as(pattern).isEqualTo(text(expected));
            assertThat(taken).as(pattern).isBetween(1_000, 2_999);
        }
    }

    @Test
    void shouldSayWhereThereIsNoQuickWay() {
        for (String pattern : OTHERS) {
            assertThat(compile(pattern).rendersPlain()).as(pattern).isFalse();
        }
    }

    @Test
    void shouldSayWhetherAnEventReadsTheSameASecondTime() {
        assertThat(compile("%lsn %m%n").isRepeatable()).isFalse();
        assertThat(compile("%lsn %m%n").another()).isNull();
        LayoutContext withoutTests = new LayoutContext(0, "\n", (key, text) -> {});
        assertThat(PatternLayout.compile("%m%n", withoutTests).isRepeatable()).isTrue();
        assertThat(PatternLayout.compile("%m%n", withoutTests).another()).isNotNull();
    }

    @Test
    void shouldKeepZoneAndLanguageForAnotherThread() {
        TimeZone zone = TimeZone.getDefault();
        Locale locale = Locale.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
            Locale.setDefault(Locale.GERMAN);
            List<PatternLayout> layouts = new ArrayList<>();
            for (String dates : List.of("HH:mm:ss", "EEEE MMMM XXX", "HH:mm, Not/Known", "{")) {
                layouts.add(
                        PatternLayout.compile("%d{" + dates + "} %m%n", new LayoutContext(0, "\n", (key, text) -> {})));
            }
            TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
            Locale.setDefault(Locale.FRENCH);
            byte[] record = record();
            assertThat(event.wrap(record, 0, record.length)).isTrue();
            for (PatternLayout layout : layouts) {
                Utf8Buffer first = new Utf8Buffer(16);
                Utf8Buffer second = new Utf8Buffer(16);
                layout.another().render(event, second);
                layout.render(event, first);
                assertThat(text(second)).isEqualTo(text(first));
            }
        } finally {
            TimeZone.setDefault(zone);
            Locale.setDefault(locale);
        }
    }

    private static String text(Utf8Buffer out) {
        return new String(out.bytes(), 0, out.length(), StandardCharsets.UTF_8);
    }
}
