package dev.millrace.samples.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.samples.gateway.Accounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlLogReaderTest {
    private static final String PREFIX = "2026-11-21 08:00:00.123 [sql-worker-3] INFO  ";

    @TempDir
    Path directory;

    private Path log;

    @BeforeEach
    void nameTheLog() {
        log = directory.resolve("sql.log");
    }

    @Test
    void shouldTakeAMissingFileAsEmpty() throws IOException {
        assertThat(new SqlLogReader(log).advance().statements()).isZero();
    }

    @Test
    void shouldCountEachStatementAndPassOverOtherLines() throws IOException {
        append(PREFIX + "gateway.main  - gateway listens\n" + statement(0) + statement(7) + statement(7));

        SqlLogReader reader = new SqlLogReader(log).advance();

        assertThat(reader.statements()).isEqualTo(3);
        assertThat(reader.timesSeen(0)).isEqualTo(1);
        assertThat(reader.timesSeen(7)).isEqualTo(2);
        assertThat(reader.timesSeen(8)).isZero();
        assertThat(reader.damagedLines()).isZero();
    }

    @Test
    void shouldReadALineOnceItIsWhole() throws IOException {
        String line = statement(41);
        append(line.substring(0, 60));
        SqlLogReader reader = new SqlLogReader(log).advance();
        assertThat(reader.statements()).isZero();

        append(line.substring(60));

        assertThat(reader.advance().timesSeen(41)).isEqualTo(1);
        assertThat(reader.damagedLines()).isZero();
    }

    @Test
    void shouldSayHowOftenHoweverTheFileGrows() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        StringBuilder whole = new StringBuilder();
        for (int id = 0; id < 20_000; id++) {
            whole.append(statement(id));
        }
        SqlLogReader reader = new SqlLogReader(log);
        for (int at = 0; at < whole.length(); ) {
            int end = Math.min(whole.length(), at + 1 + random.nextInt(200_000));
            append(whole.substring(at, end));
            reader.advance();
            at = end;
        }

        assertThat(reader.statements()).as("seed %d", seed).isEqualTo(20_000);
        assertThat(reader.damagedLines()).isZero();
    }

    @Test
    void shouldFindAnyCutMixedOrForeignLineDamaged() throws IOException {
        String line = statement(1234).strip();
        append(line.substring(5) + "\n");
        append(line.substring(0, line.length() - 1) + "\n");
        append(line + "x\n");
        append(line.replace("1234 took", "1235 took") + "\n");
        append(line.substring(0, 70) + statement(77));
        append("\n");
        append("\0\0\0\0\n");

        SqlLogReader reader = new SqlLogReader(log).advance();

        assertThat(reader.statements()).isZero();
        assertThat(reader.damagedLines()).isEqualTo(7);
        assertThat(reader.firstDamaged()).isEqualTo(line.substring(5));
    }

    private static String statement(long id) {
        int key = Accounts.keyOf(id);
        return PREFIX + "gateway.sql 40212 - " + id + " took 17 us: SELECT owner, balance FROM account WHERE id = ? ["
                + key + "] -> " + Accounts.ownerOf(key) + " " + Accounts.balanceOf(key) + "\n";
    }

    private void append(String text) throws IOException {
        Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
