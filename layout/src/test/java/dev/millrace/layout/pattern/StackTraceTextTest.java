package dev.millrace.layout.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.event.CapturedThrowable;
import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackTraceTextTest {
    private static final StackTraceElement RUN = new StackTraceElement("Main", "run", "Main.java", 7);

    @Test
    void shouldCountMoreFramesInCommonThanTheEnclosingThrowableHas() {
        CapturedThrowable cause = thrown("Cause: cut", List.of(RUN), 500, null, List.of());
        CapturedThrowable outer = thrown("Outer: cut", List.of(), 0, cause, List.of());

        assertThat(printed(outer, Integer.MAX_VALUE))
                .isEqualTo(
                        "Outer: cut\nCaused by: Cause: cut\n\tat Main.run(Main.java:7)\n\t... 500 common frames omitted\n");
        assertThat(printed(outer, 3)).isEqualTo("Outer: cut\nCaused by: Cause: cut\n\tat Main.run(Main.java:7)\n");
    }

    @Test
    void shouldReachIntoTheFramesInCommonWhereALimitAllowsMoreThanTheOwnOnes() {
        StackTraceElement start = new StackTraceElement("Main", "main", "Main.java", 1);
        CapturedThrowable cause = thrown("Cause: x", List.of(RUN), 2, null, List.of());
        CapturedThrowable outer = thrown("Outer: x", List.of(RUN, start, start), 0, cause, List.of());

        assertThat(printed(outer, 2))
                .isEqualTo("Outer: x\n\tat Main.run(Main.java:7)\n\tat Main.main(Main.java:1)\n"
                        + "Caused by: Cause: x\n\tat Main.run(Main.java:7)\n\tat Main.main(Main.java:1)\n");
    }

    @Test
    void shouldPrintWhatDamagedRecordsMayHold() {
        CapturedThrowable odd = new CapturedThrowable(null, null, null, List.of(RUN), -4, null, List.of(), false);

        assertThat(printed(odd, Integer.MAX_VALUE)).isEqualTo("null: null\n\tat Main.run(Main.java:7)\n");
        assertThat(printed(odd, Integer.MIN_VALUE)).isEqualTo("null: null\n");
    }

    private static CapturedThrowable thrown(
            String text,
            List<StackTraceElement> frames,
            int common,
            CapturedThrowable cause,
            List<CapturedThrowable> suppressed) {
        return new CapturedThrowable("Thrown", "message", text, frames, common, cause, suppressed, false);
    }

    private static String printed(CapturedThrowable thrown, int frameLimit) {
        Utf8Buffer out = new Utf8Buffer(8);
        new StackTraceText(new StackTraceStyle(frameLimit, List.of(), "\n", false, false)).append(thrown, out);
        return new String(out.bytes(), 0, out.length(), StandardCharsets.UTF_8);
    }
}
