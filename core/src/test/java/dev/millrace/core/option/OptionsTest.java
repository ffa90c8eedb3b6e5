package dev.millrace.core.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.journal.JournalOptions;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private final Map<String, String> system = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, String> plan = new HashMap<>();
    private final StatusLog status = new StatusLog();

    private Options read(Plan.OverflowWish wish) {
        return Options.read(new OptionSource(system::get, environment::get, plan, "/app/logback.xml"), wish, status);
    }

    private Options read() {
        return read(Plan.OverflowWish.NONE);
    }

    @Test
    void shouldHaveDefaults() {
        assertThat(read()).isEqualTo(new Options(null, 0, false, null, 10_000, 25, 0, 0));
        assertThat(status.list()).isEmpty();
    }

    /** What reads options is asked only where one is set: none may be missing from those that are looked for. */
    @Test
    void shouldNoticeEachOptionThatIsSetAloneI7() throws IllegalAccessException {
        int options = 0;
        for (Field field : Options.class.getDeclaredFields()) {
            if (field.getType() != String.class || field.getName().startsWith("REDACT_")) {
                continue;
            }
            plan.clear();
            plan.put((String) field.get(null), "?\0?");

            read();

            assertThat(status.list()).as(field.getName()).hasSize(++options);
        }
        assertThat(options).isEqualTo(7);
    }

    @Test
    void shouldPreferSystemPropertyThenEnvironmentThenPlan() {
        plan.put("millrace.journal.budget", "30MB");
        assertThat(read().budgetBytes()).isEqualTo(30L << 20);

        environment.put("MILLRACE_JOURNAL_BUDGET", "20MB");
        assertThat(read().budgetBytes()).isEqualTo(20L << 20);

        system.put("millrace.journal.budget", "10MB");
        assertThat(read().budgetBytes()).isEqualTo(10L << 20);
    }

    @Test
    void shouldTakeTheFilesWishUnlessAnOptionSaysOtherwise() {
        assertThat(read(Plan.OverflowWish.BLOCK).block()).isTrue();
        assertThat(read(Plan.OverflowWish.DISCARD).block()).isFalse();

        plan.put("millrace.overflow", "discard");
        assertThat(read(Plan.OverflowWish.BLOCK).block()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "millrace.journal.budget, 10 parsecs",
        "millrace.journal.budget, -5MB",
        "millrace.journal.budget, 99999999999999999999",
        "millrace.overflow, wait",
        "millrace.sync, yes",
        "millrace.shutdown.timeout, soon",
        "millrace.shutdown.timeout, 2h",
        "millrace.compression.share, 0%",
        "millrace.compression.share, all",
    })
    void shouldNameOptionValueOriginAndWhatIsUsedI7(String name, String value) {
        plan.put(name, value);

        assertThat(read()).isEqualTo(new Options(null, 0, false, null, 10_000, 25, 0, 0));
        assertThat(status.list()).hasSize(1);
        Status told = status.list().get(0);
        assertThat(told.code()).isEqualTo(StatusCode.MR101);
        assertThat(told.message()).contains(name + "=" + value, "/app/logback.xml", "used instead");
    }

    @Test
    void shouldTakeAShareWithAndWithoutItsSign() {
        plan.put("millrace.compression.share", "40%");
        assertThat(read().compressionSharePercent()).isEqualTo(40);
        system.put("millrace.compression.share", "100");
        assertThat(read().compressionSharePercent()).isEqualTo(100);
    }

    @Test
    void shouldRaiseABudgetThatIsTooSmall() {
        system.put("millrace.journal.budget", "1");

        assertThat(read().budgetBytes()).isEqualTo(JournalOptions.MIN_BUDGET_BYTES);
        assertThat(status.list()).extracting(Status::code).containsExactly(StatusCode.MR101);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "NONE", "0", "0h", ""})
    void shouldSayNothingWhenNothingIsRetained(String value) {
        system.put("millrace.journal.retain", value);
        read();

        assertThat(status.list()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            10GB       | 10737418240 | 0
            24h        | 0           | 86400000
            10m        | 0           | 600000
            7d         | 0           | 604800000
            24h, 512MB | 536870912   | 86400000
            """)
    void shouldReadWhatIsRetained(String value, long bytes, long millis) {
        system.put("millrace.journal.retain", value);

        Options options = read();

        assertThat(options.retainBytes()).isEqualTo(bytes);
        assertThat(options.retainMillis()).isEqualTo(millis);
        assertThat(options.retains()).isTrue();
        assertThat(status.list()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "much", "-1GB", "1GB,", "99999999999999999999GB"})
    void shouldKeepNothingWhereItIsNotUnderstoodWhatIsRetained(String value) {
        system.put("millrace.journal.retain", value);

        assertThat(read().retains()).isFalse();
        assertThat(status.list()).hasSize(1);
        assertThat(status.list().get(0).code()).isEqualTo(StatusCode.MR101);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "1b, 1",
        "1k, 1024",
        "2KB, 2048",
        "3 MB, 3145728",
        "1GiB, 1073741824",
        "1T, 1099511627776",
        "'', -1",
        "x, -1",
        "1 x, -1",
        "9999999999 TB, -1"
    })
    void shouldReadSizes(String text, long bytes) {
        assertThat(Amounts.bytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "10, 10000",
        "10s, 10000",
        "500 ms, 500",
        "2min, 120000",
        "1h, 3600000",
        "2d, 172800000",
        "1w, -1",
        "-1s, -1"
    })
    void shouldReadDurations(String text, long millis) {
        assertThat(Amounts.millis(text)).isEqualTo(millis);
    }

    @Test
    void shouldTakeTheSmallestMemoryLimit(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("proc"));
        Files.writeString(root.resolve("proc/meminfo"), "MemTotal:       16000 kB\nMemFree: 1 kB\n");
        assertThat(DefaultBudget.memoryLimitBytes(root)).isEqualTo(16_384_000);

        Files.createDirectories(root.resolve("sys/fs/cgroup"));
        Files.writeString(root.resolve("sys/fs/cgroup/memory.max"), "max\n");
        assertThat(DefaultBudget.memoryLimitBytes(root)).isEqualTo(16_384_000);

        Files.writeString(root.resolve("sys/fs/cgroup/memory.max"), "1000000\n");
        assertThat(DefaultBudget.memoryLimitBytes(root)).isEqualTo(1_000_000);
    }

    @Test
    void shouldGiveABudgetWithinItsBounds(@TempDir Path dir) {
        assertThat(DefaultBudget.bytesFor(dir)).isBetween(JournalOptions.MIN_BUDGET_BYTES, 1L << 30);
        assertThat(DefaultBudget.bytesInMemory()).isBetween(JournalOptions.MIN_BUDGET_BYTES, 128L << 20);
    }
}
