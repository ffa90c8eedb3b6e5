package dev.millrace.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.journal.JournalException;
import dev.millrace.journal.JournalNotice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EachJournalTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final EachJournal each = new EachJournal(
            new Console(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err, false, false, Map.of()));

    @Test
    void shouldGoOnBehindAJournalThatCannotBeOpened() throws IOException {
        List<String> done = new ArrayList<>();

        each.run(() -> {
            throw new JournalException(JournalNotice.DIRECTORY_REFUSED, "the journal cannot be opened in a", null);
        });
        each.run(() -> done.add("b"));

        assertThat(done).containsExactly("b");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("millrace: the journal cannot be opened in a\n");
        assertThat(each.exitCode()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void shouldEndWhereTheOutputFails() {
        IOException failed = new IOException("the output cannot be written");

        assertThatThrownBy(() -> each.run(() -> {
                    throw failed;
                }))
                .isSameAs(failed);
    }
}
