package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class QueueAppenderTest {
    private static final Codec<String> TEXTS = new Codec<>() {
        @Override
        public void encode(String value, RecordOutput out) {
            out.putText(value);
        }

        @Override
        public String decode(RecordInput in, String reuse) {
            return in.getText();
        }
    };

    @TempDir
    Path directory;

    private JournalQueue queue;

    @BeforeEach
    void open() throws IOException {
        queue = JournalQueue.open(
                directory.resolve("queue"), QueueOptions.defaults().withBudgetBytes(8L << 20));
    }

    @AfterEach
    void close() {
        queue.close();
    }

    private List<String> all() throws IOException {
        List<String> all = new ArrayList<>();
        try (Tailer tailer = queue.tailer()) {
            while (tailer.next()) {
                all.add(tailer.read(TEXTS, null));
            }
        }
        return all;
    }

    @Test
    void shouldAppendValuesOfAnyLengthInOrder() throws Exception {
        QueueAppender appender = queue.appender();
        List<String> values = new ArrayList<>();
        for (int number = 0; number < 300; number++) {
            values.add("v".repeat(number % 7 == 0 ? 20_000 - number : number));
        }
        values.add("w".repeat(100_000));
        values.add("after a long one");

        for (String value : values) {
            assertThat(appender.append(TEXTS, value)).isNotNegative();
        }

        assertThat(all()).isEqualTo(values);
    }

    @Test
    void shouldGiveEachThreadItsOwn() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> running = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            String name = "thread " + thread + ", ";
            for (int number = 0; number < 500; number++) {
                expected.add(name + number);
            }
            running.add(threads.submit(() -> {
                QueueAppender appender = queue.appender();
                for (int number = 0; number < 500; number++) {
                    assertThat(appender.append(TEXTS, name + number)).isNotNegative();
                }
            }));
        }
        for (Future<?> one : running) {
            one.get();
        }
        threads.shutdown();

        assertThat(all()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void I9_shouldKeepTheValuesOfACodecApartThatAppendsItself() throws Exception {
        QueueAppender appender = queue.appender();
        Codec<String> nested = new Codec<>() {
            @Override
            public void encode(String value, RecordOutput out) {
                if (value.length() < 5) {
                    assertThat(appender.append(this, value + "+")).isNotNegative();
                }
                out.putText(value);
            }

            @Override
            public String decode(RecordInput in, String reuse) {
                return in.getText();
            }
        };

        assertThat(appender.append(nested, "ab")).isNotNegative();
        assertThat(appender.append(nested, "cdef")).isNotNegative();

        assertThat(all()).containsExactly("ab+++", "ab++", "ab+", "ab", "cdef+", "cdef");
    }

    @Test
    void I9_shouldAppendNothingWhenACodecThrows() throws Exception {
        QueueAppender appender = queue.appender();
        Codec<String> moody = new Codec<>() {
            @Override
            public void encode(String value, RecordOutput out) {
                out.putText("half of " + value);
                throw new IllegalStateException("not today");
            }

            @Override
            public String decode(RecordInput in, String reuse) {
                return in.getText();
            }
        };

        assertThatThrownBy(() -> appender.append(moody, "one")).hasMessage("not today");
        assertThat(appender.append(TEXTS, "two")).isNotNegative();

        assertThat(all()).containsExactly("two");
    }

    @Test
    void shouldSayThatTheQueueIsClosed() {
        QueueAppender appender = queue.appender();
        queue.close();

        assertThatThrownBy(() -> appender.append(TEXTS, "late"))
                .isInstanceOf(AppendRefusedException.class)
                .hasMessageContaining("closed");
    }
}
