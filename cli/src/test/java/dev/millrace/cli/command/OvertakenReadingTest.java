package dev.millrace.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.TestJournal;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.Findings;
import dev.millrace.event.Levels;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is said where a service has recycled events that a command had yet to read. */
@Timeout(60)
class OvertakenReadingTest {
    @TempDir
    Path logs;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shouldNotSayThatNothingMatchedInWhatNobodyHasRead() throws IOException {
        EventSource source = overtaken();

        assertThat(Findings.tell(List.of(source), console(), ExitCode.NOTHING_FOUND))
                .isEqualTo(ExitCode.DAMAGED);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("were recycled before they could be read");
        assertThat(Findings.tell(List.of(source), console(), ExitCode.DONE)).isEqualTo(ExitCode.DONE);
    }

    @Test
    void shouldNotVouchForWhatWasNotRead() throws IOException {
        assertThat(VerifyCommand.line(overtaken(), 0))
                .matches(".*: whole, 0 B, [0-9]+ events, [0-9.]+ .?i?B recycled by .*");
    }

    private Console console() {
        return new Console(
                new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream(), err, false, false, Map.of());
    }

    private EventSource overtaken() throws IOException {
        try (TestJournal journal = TestJournal.inSmallSegments(logs)) {
            journal.log(1, Levels.INFO, "x", "main", "first");
            EventSource source = EventSource.open(journal.directory());
            String text = "x".repeat(1000);
            long logged = 1;
            EventSource later;
            do {
                for (int i = 0; i < 200; i++, logged++) {
                    journal.log(1, Levels.INFO, "x", "main", "{}", text);
                }
                journal.journal().cursor("FILE").release(journal.journal().tailPosition());
                later = EventSource.open(journal.directory());
                later.readToEnd(() -> {});
            } while (later.events() == logged);
            source.readToEnd(() -> {});
            assertThat(source.reader().overtakenBytes()).isPositive();
            return source;
        }
    }
}
