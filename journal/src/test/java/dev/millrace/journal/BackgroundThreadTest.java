package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackgroundThreadTest {
    /** Whoever runs a program in a group of its own waits for what is in it, or interrupts that. */
    @Test
    void shouldBeInNoGroupOfTheThreadThatMakesIt() throws InterruptedException {
        AtomicReference<Thread> made = new AtomicReference<>();
        ThreadGroup group = new ThreadGroup(new ThreadGroup("outer"), "inner");
        Thread maker = new Thread(group, () -> made.set(BackgroundThread.of(() -> {}, "made")));
        maker.start();
        maker.join();

        assertThat(made.get().getThreadGroup().getParent()).isNull();
        assertThat(made.get().isDaemon()).isTrue();
        assertThat(made.get().getContextClassLoader()).isNull();
    }
}
