package dev.millrace.layout.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NameTextsTest {
    private static final int TABLES = 1_000;
    private static final int GREATEST_TABLE = 1024;

    private static NameTexts table() {
        return new NameTexts(new Surround(new byte[0], null, new byte[0]), null);
    }

    private static void enter(NameTexts table, int id) {
        table.scratch().putUtf8("name " + id);
        table.enter(id);
    }

    private static String find(NameTexts table, int id) {
        byte[] text = table.find(id);
        return text == null ? null : new String(text, StandardCharsets.UTF_8);
    }

    @Test
    void shouldFindTheNamesOfAThousandIdsOrNone() {
        Random random = new Random(1);
        NameTexts table = table();
        int found = 0;
        int[] ids = random.ints(GREATEST_TABLE, 1, Integer.MAX_VALUE).toArray();
        for (int id : ids) {
            enter(table, id);

            assertThat(find(table, id)).isEqualTo("name " + id);
        }
        for (int id : ids) {
            String name = find(table, id);
            assertThat(name).isIn("name " + id, null);
            found += name == null ? 0 : 1;
        }

        assertThat(find(table, 0)).isNull();
        // What is left where each place is somebody's by chance: 1 - 1/e of them.
        assertThat(found).isGreaterThan(GREATEST_TABLE / 2);
    }

    @Test
    void shouldKeepAllOfAFewNames() {
        for (int first = 1; first < 10_000; first += 7) {
            NameTexts table = table();
            for (int id = first; id < first + 16; id++) {
                enter(table, id);
            }

            for (int id = first; id < first + 16; id++) {
                assertThat(find(table, id)).isEqualTo("name " + id);
            }
        }
    }

    @Test
    void shouldTakeLittleMemoryForOneName() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        NameTexts[] tables = new NameTexts[TABLES];
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < TABLES; i++) {
            tables[i] = table();
            enter(tables[i], i + 1);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(tables).doesNotContainNull();
        assertThat(bytes / TABLES).isLessThan(2048);
    }
}
