package dev.millrace.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class StatusLogTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private long nowMillis = 1_000_000;

    private StatusLog log(String override) {
        return new StatusLog(() -> out, () -> nowMillis, override);
    }

    private List<String> lines() {
        String text = bytes.toString(StandardCharsets.UTF_8);
        return text.isEmpty() ? List.of() : List.of(text.split("\\R"));
    }

    @Test
    void shouldPrintWarningsAsOneLine() {
        StatusLog log = log(null);
        log.add(StatusCode.MR201, "first\nsecond", new IOException("disk\r\nfull"));

        assertThat(lines()).containsExactly("millrace ERROR MR201: first second [java.io.IOException: disk  full]");
    }

    @Test
    void shouldKeepInformationToItselfUnlessAsked() {
        StatusLog log = log(null);
        log.add(StatusCode.MR001, "started");
        assertThat(lines()).isEmpty();

        log.showInfo(true);
        log.add(StatusCode.MR002, "more");

        assertThat(lines()).containsExactly("millrace INFO MR001: started", "millrace INFO MR002: more");

        log.showInfo(false);
        log.add(StatusCode.MR012, "reloaded");

        assertThat(lines()).hasSize(2);
    }

    @Test
    void shouldTellErrorsAndLossesThoughTheConfigurationAsksForSilence() {
        StatusLog log = log(null);
        log.hideConfiguration(true);
        log.add(StatusCode.MR410, "unknown");
        log.add(StatusCode.MR310, "bad word");
        log.add(StatusCode.MR206, "lag");
        log.add(StatusCode.MR418, "no such converter");
        log.add(StatusCode.MR426, "no such layout");
        log.add(StatusCode.MR420, "no such appender");
        log.hideConfiguration(false);
        log.add(StatusCode.MR410, "unknown again");

        assertThat(lines())
                .containsExactly(
                        "millrace WARN MR206: lag",
                        "millrace WARN MR418: no such converter",
                        "millrace WARN MR426: no such layout",
                        "millrace ERROR MR420: no such appender",
                        "millrace WARN MR410: unknown again");
        assertThat(log.list()).hasSize(7);
    }

    @Test
    void shouldTellOfASystemPropertyThatItDoesNotUnderstandAndDoAsWithoutIt() {
        StatusLog log = log("debug");
        log.add(StatusCode.MR001, "started");
        assertThat(lines())
                .containsExactly("millrace WARN MR101: millrace.status=debug (system property) is not understood:"
                        + " expected off, warn or info; used instead: the default (warn)");

        log.showInfo(true);

        assertThat(lines()).endsWith("millrace INFO MR001: started");
    }

    @Test
    void shouldObeyTheSystemPropertyFirst() {
        StatusLog off = log("OFF");
        off.showInfo(true);
        off.add(StatusCode.MR201, "x");
        assertThat(lines()).isEmpty();

        StatusLog warn = log("warn");
        warn.showInfo(true);
        warn.add(StatusCode.MR001, "x");
        assertThat(lines()).isEmpty();

        log("info").add(StatusCode.MR001, "y");
        assertThat(lines()).containsExactly("millrace INFO MR001: y");
    }

    @Test
    void shouldLimitOneCodeWithoutTouchingOthers() {
        StatusLog log = log(null);
        for (int i = 0; i < 100; i++) {
            log.add(StatusCode.MR308, "m" + i);
        }
        assertThat(lines())
                .hasSize(PrintLimit.BURST)
                .filteredOn(line -> line.contains("not printed for now"))
                .as("nobody takes the last one for the last of all")
                .containsExactly(lines().get(PrintLimit.BURST - 1));

        log.add(StatusCode.MR201, "other");
        assertThat(lines()).hasSize(PrintLimit.BURST + 1);

        nowMillis += PrintLimit.REFILL_MILLIS;
        log.add(StatusCode.MR308, "later");
        assertThat(lines().get(PrintLimit.BURST + 1)).endsWith("(80 more of this code were not printed)");
        assertThat(log.list()).hasSize(102);
    }

    @Test
    void shouldForgetTheOldest() {
        StatusLog log = log("off");
        for (int i = 0; i < StatusLog.CAPACITY + 10; i++) {
            log.add(StatusCode.MR001, "m" + i);
        }

        assertThat(log.list()).hasSize(StatusLog.CAPACITY);
        assertThat(log.list().get(0).message()).isEqualTo("m10");
    }

    @Test
    @Timeout(60)
    void shouldStartThoughStandardErrorStallsI8() {
        shouldGoOnWhileStandardErrorStalls(false);
    }

    @Test
    @Timeout(60)
    void shouldNotHoldUpTheCallerWhileStandardErrorStallsI8() {
        shouldGoOnWhileStandardErrorStalls(true);
    }

    private void shouldGoOnWhileStandardErrorStalls(boolean started) {
        CountDownLatch stalled = new CountDownLatch(1);
        PrintStream stuck = new PrintStream(bytes, true, StandardCharsets.UTF_8) {
            @Override
            public void println(String line) {
                await(stalled);
                super.println(line);
            }
        };
        StatusLog log = new StatusLog(() -> stuck, () -> nowMillis, null);
        if (started) {
            log.printInBackground();
        }

        log.add(StatusCode.MR201, "one");
        log.add(StatusCode.MR202, "two");
        assertThat(lines()).isEmpty();
        stalled.countDown();
        log.flush(10_000);

        assertThat(lines()).containsExactly("millrace ERROR MR201: one", "millrace WARN MR202: two");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldNeverThrow() {
        StatusLog log = new StatusLog(
                () -> {
                    throw new IllegalStateException("no standard error");
                },
                () -> nowMillis,
                null);
        log.add(StatusCode.MR201, null, new Exception() {
            private static final long serialVersionUID = 1L;

            @Override
            public String toString() {
                throw new IllegalStateException();
            }
        });

        assertThat(log.list()).hasSize(1);
    }

    @Test
    void shouldExplainEveryCodeInTheDocumentation() throws IOException {
        Path page = Path.of("../docs/codes.md");
        Matcher heading = Pattern.compile("(?m)^\\| (MR\\d{3}) \\| (INFO|WARN|ERROR) \\| .+ \\| .+ \\| .+ \\|$")
                .matcher(Files.readString(page));
        List<String> documented = new ArrayList<>();
        while (heading.find()) {
            documented.add(heading.group(1) + " " + heading.group(2));
        }
        List<String> expected = new ArrayList<>();
        for (StatusCode code : StatusCode.values()) {
            expected.add(code + " " + code.severity());
        }

        assertThat(documented).containsExactlyElementsOf(expected);
    }
}
