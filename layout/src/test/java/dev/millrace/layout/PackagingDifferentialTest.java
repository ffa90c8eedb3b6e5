package dev.millrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import dev.millrace.event.CaptureOptions;
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
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Stack traces that name the archives of their classes: the same as Logback's with {@code packagingData="true"}. */
class PackagingDifferentialTest {
    @Test
    void shouldNameArchivesAsLogbackDoes() {
        Random random = new Random(3);
        for (String pattern : List.of("%xEx", "%xEx{3}", "%rEx{full, com.example}", "%ex", "%xThrowable{short}")) {
            PatternLayout ours = PatternLayout.compile(pattern, Sample.context(new ArrayList<>()));
            LogbackLayout theirs = new LogbackLayout(pattern);
            for (int i = 0; i < 40; i++) {
                Throwable thrown = new Throwables(random).next();
                thrown.addSuppressed(new IllegalArgumentException("here", new AssertionError("inner")));

                assertThat(printed(ours, thrown)).isEqualTo(printed(theirs, thrown));
            }
        }
    }

    @Test
    void shouldNameArchivesInTheStackTraceThatIsAppended() {
        LayoutContext context = new LayoutContext(
                0,
                "\n",
                "x",
                Map.of(),
                Map.of(),
                Map.of(),
                true,
                false,
                true,
                0,
                java.util.TimeZone.getDefault(),
                java.util.Locale.ROOT,
                (key, text) -> {});

        assertThat(printed(PatternLayout.compile("%m", context), new Exception("x")))
                .contains("shouldNameArchivesInTheStackTraceThatIsAppended(")
                .contains(" ~[test-classes/:na]\n");
    }

    private static String printed(LogbackLayout layout, Throwable thrown) {
        ThrowableProxy proxy = new ThrowableProxy(thrown);
        proxy.calculatePackagingData();
        LoggingEvent event = new LoggingEvent();
        event.setThrowableProxy(proxy);
        return new String(layout.render(event), StandardCharsets.UTF_8);
    }

    private static String printed(PatternLayout layout, Throwable thrown) {
        // One for each: the generated frames are more alike than a dictionary has places for.
        Dictionary dictionary = Dictionary.inMemory();
        EventCapture capture = new EventCapture(dictionary, new EventClock(), 1 << 20, new CaptureOptions(false, true));
        EventEncoder encoder =
                capture.encode(0, "logger", Levels.INFO, 1, "m", 0, null, null, null, thrown, null, null);
        byte[] bytes = Arrays.copyOf(encoder.bytes(), encoder.length());
        capture.release(encoder);
        LogEvent event = new LogEvent(dictionary);
        assertThat(event.wrap(bytes, 0, bytes.length)).isTrue();
        Utf8Buffer out = new Utf8Buffer(64);
        layout.render(event, out);
        return new String(out.bytes(), 0, out.length(), StandardCharsets.UTF_8);
    }
}
