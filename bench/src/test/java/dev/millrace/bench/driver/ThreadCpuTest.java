package dev.millrace.bench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadCpuTest {
    @TempDir
    Path tasks;

    @Test
    void shouldReadAllThreadsButThoseThatEndMeanwhile() throws IOException {
        for (int id = 10; id < 20; id++) {
            Path task = Files.createDirectory(tasks.resolve(Integer.toString(id)));
            Files.writeString(task.resolve("comm"), "bench\n");
            if (id % 2 == 0) {
                Files.writeString(task.resolve("schedstat"), id + " 5 6\n");
            }
        }

        assertThat(ThreadCpu.read(tasks))
                .containsOnlyKeys("10 bench", "12 bench", "14 bench", "16 bench", "18 bench")
                .containsEntry("18 bench", 18L);
    }

    @Test
    void shouldReadItsOwnThreads() throws IOException {
        assertThat(ThreadCpu.read(tasks.resolve("nowhere"))).isEmpty();
        assertThat(ThreadCpu.read().keySet()).anyMatch(thread -> thread.contains("Finalizer"));
    }
}
