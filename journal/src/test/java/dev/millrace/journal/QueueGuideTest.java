package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/guide/queue.md: compiled and run here, and compared with the page. */
@Timeout(60)
class QueueGuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide", "queue.md");
    private static final Path SOURCE =
            Path.of("src", "test", "java", "dev", "millrace", "journal", "QueueGuideTest.java");

    @TempDir
    Path data;

    record Visit(String url, String host, long timeMs) {}

    @Test
    void shouldAppendAndReadAsTheGuideSays() throws Exception {
        Path directory = data.resolve("visits");
        Codec<Visit> visits = Codec.ofRecord(Visit.class, MethodHandles.lookup());
        QueueOptions options = QueueOptions.defaults()
                .withBudgetBytes(10L << 30)
                .withRetention(QueueRetention.youngerThan(Duration.ofDays(7)));
        try (JournalQueue queue = JournalQueue.open(directory, options)) {
            for (int number = 0; number < 1_000; number++) {
                queue.append(visits, new Visit("/item/" + number, "example.org", number));
            }
        }

        int count = 0;
        try (Tailer tailer = Tailer.open(directory, "billing", CursorTerms.holding())) {
            while (tailer.next(10, TimeUnit.MILLISECONDS)) {
                Visit visit = tailer.read(visits, null);
                assertThat(visit).isEqualTo(new Visit("/item/" + count, "example.org", count));
                count++;
                tailer.commit();
            }
        }
        assertThat(count).isEqualTo(1_000);
    }

    @Test
    void shouldShowTheGuidesCode() throws Exception {
        String code = Pattern.compile("\\s+").matcher(Files.readString(SOURCE)).replaceAll(" ");

        List<String> lines = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(GUIDE))
                .results()
                .flatMap(block -> block.group(1).lines())
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("//"))
                .toList();

        assertThat(lines).hasSizeGreaterThan(10).allSatisfy(line -> assertThat(code)
                .contains(line));
    }
}
