package dev.millrace.samples.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.samples.gateway.Accounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TallyTest {
    @TempDir
    Path directory;

    @Test
    void shouldBeLosslessWhenEveryAnsweredStatementIsThereOnce() throws IOException {
        AnsweredIds ids = answered(0, 1, 2);

        Tally tally = Tally.of(ids, log(2, 0, 1));

        assertThat(tally).isEqualTo(new Tally(3, 3, 0, 0, 0, 0));
        assertThat(tally.isLossless()).isTrue();
    }

    @Test
    void shouldAllowStatementsWhoseAnswerTheKillCutOff() throws IOException {
        AnsweredIds ids = answered(0, 1);

        Tally tally = Tally.of(ids, log(0, 1, 5));

        assertThat(tally).isEqualTo(new Tally(2, 2, 0, 0, 1, 0));
        assertThat(tally.isLossless()).isTrue();
    }

    @Test
    void shouldCountWhatIsMissing() throws IOException {
        Tally tally = Tally.of(answered(0, 1, 2), log(1));

        assertThat(tally).isEqualTo(new Tally(3, 1, 2, 0, 0, 0));
        assertThat(tally.isLossless()).isFalse();
    }

    @Test
    void shouldCountWhatIsDoubledAnsweredOrNot() throws IOException {
        Tally tally = Tally.of(answered(0), log(0, 0, 4, 4, 4));

        assertThat(tally).isEqualTo(new Tally(1, 0, 0, 2, 1, 0));
        assertThat(tally.isLossless()).isFalse();
    }

    @Test
    void shouldNotForgiveADamagedLine() {
        assertThat(new Tally(1, 1, 0, 0, 0, 1).isLossless()).isFalse();
    }

    private static AnsweredIds answered(int... ids) {
        AnsweredIds answered = new AnsweredIds();
        AnsweredIds.Block block = answered.take();
        for (int id : ids) {
            block.answered(id);
        }
        return answered;
    }

    private SqlLogReader log(int... ids) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int id : ids) {
            int key = Accounts.keyOf(id);
            lines.append("2026-11-21 08:00:00.123 [w] INFO  gateway.sql 1 - " + id + " took 1 us: SELECT 1 [" + key
                    + "] -> " + Accounts.ownerOf(key) + " " + Accounts.balanceOf(key) + "\n");
        }
        Path file = directory.resolve("sql.log");
        Files.writeString(file, lines);
        return new SqlLogReader(file).advance();
    }
}
