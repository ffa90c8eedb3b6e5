package dev.millrace.event;

import static dev.millrace.event.Fixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ThreadNameTest {
    private final Fixture fixture = new Fixture();

    @Test
    void shouldNameThreadsAsLogbackDoes() throws Exception {
        for (String name : new String[] {"worker-1", "", "é", "x".repeat(5000)}) {
            AtomicReference<String> ours = new AtomicReference<>();
            AtomicReference<String> logbacks = new AtomicReference<>();
            Thread thread = new Thread(() -> capture(ours, logbacks), name);
            thread.start();
            thread.join();

            assertThat(ours.get()).isEqualTo(logbacks.get());
        }
    }

    private void capture(AtomicReference<String> ours, AtomicReference<String> logbacks) {
        ours.set(text(fixture.captured("m")::threadName));
        logbacks.set(
                new LoggingEvent("f", new LoggerContext().getLogger("l"), Level.INFO, "m", null, null).getThreadName());
    }

    @Test
    void shouldNameUnnamedVirtualThreadsAsLogbackDoes() throws Exception {
        Assumptions.assumeTrue(Runtime.version().feature() >= 21, "virtual threads");
        AtomicReference<String> ours = new AtomicReference<>();
        AtomicReference<String> logbacks = new AtomicReference<>();
        Runnable body = () -> capture(ours, logbacks);

        Thread thread = (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
        thread.join();

        assertThat(ours.get()).startsWith("virtual-").isEqualTo(logbacks.get());
    }

    @Test
    void shouldGiveRepeatingNamesAnIdAndFollowRenaming() {
        Thread thread = Thread.currentThread();
        String before = thread.getName();
        try {
            for (String name : new String[] {"first", "second", "first"}) {
                thread.setName(name);
                fixture.captured("m");
                LogEvent event = fixture.captured("m");
                assertThat(event.threadId()).isNotZero();
                assertThat(text(event::threadName)).isEqualTo(name);
            }
        } finally {
            thread.setName(before);
        }
    }

    @Test
    void shouldSurviveAThreadWhoseNumberMisbehaves() throws Exception {
        AtomicReference<String> ours = new AtomicReference<>();
        Thread thread = new Thread("odd") {
            @Override
            public long getId() {
                throw new IllegalStateException("on purpose");
            }

            @Override
            public void run() {
                ours.set(text(fixture.captured("m {}", 1)::message));
            }
        };
        thread.start();
        thread.join();

        assertThat(ours.get()).isEqualTo("m 1");
    }
}
