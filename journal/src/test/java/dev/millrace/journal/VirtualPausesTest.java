package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;

@Timeout(60)
class VirtualPausesTest {
    private static final int THREADS = 50;
    private static final int PAUSES = 200;
    private static final int FEW_PAUSES = 20;

    @Test
    void shouldLetAllGoThoughTheirThreadComesAndGoes() throws InterruptedException {
        VirtualPauses pauses = new VirtualPauses(() -> Integer.MAX_VALUE, 1);
        for (Thread thread : pausing(pauses, PAUSES)) {
            thread.join();
        }
    }

    @Test
    void shouldLetOneGoAtATimeWithoutRoom() throws InterruptedException {
        AtomicInteger looks = new AtomicInteger();
        VirtualPauses pauses = new VirtualPauses(() -> {
            looks.getAndIncrement();
            return 0;
        });
        for (Thread thread : pausing(pauses, FEW_PAUSES)) {
            thread.join();
        }
        assertThat(looks).hasValueGreaterThanOrEqualTo(THREADS * FEW_PAUSES);
    }

    @Test
    void shouldLetAsManyGoAtOnceAsHaveRoom() throws InterruptedException {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        AtomicInteger looks = new AtomicInteger();
        VirtualPauses pauses = new VirtualPauses(() -> {
            looks.getAndIncrement();
            while (threads.size() < THREADS
                    || threads.stream().anyMatch(thread -> thread.getState() != Thread.State.WAITING)) {
                Thread.onSpinWait();
            }
            return THREADS;
        });
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(pauses::pause);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(looks).hasValue(1);
    }

    @Test
    void shouldLetAllGoWhomOthersWakeAndInterrupt() throws InterruptedException {
        VirtualPauses pauses = new VirtualPauses(() -> 1, 1);
        List<Thread> threads = pausing(pauses, PAUSES);
        Random random = new Random(1);
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                Thread some = threads.get(random.nextInt(THREADS));
                LockSupport.unpark(some);
                if (random.nextInt(8) == 0) {
                    some.interrupt();
                }
                Thread.onSpinWait();
            }
        }
    }

    private static List<Thread> pausing(VirtualPauses pauses, int times) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                for (int pause = 0; pause < times; pause++) {
                    pauses.pause();
                    boolean ignored = Thread.interrupted();
                }
            });
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    @Test
    void shouldNotPauseWhoIsInterrupted() {
        VirtualPauses pauses = new VirtualPauses(() -> 0);
        Thread.currentThread().interrupt();
        pauses.pause();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldTellPlatformThreads() {
        assertThat(VirtualPauses.isVirtual(Thread.currentThread())).isFalse();
    }

    @Test
    @EnabledForJreRange(minVersion = 21)
    void shouldTellAndPauseVirtualThreads() throws Exception {
        VirtualPauses pauses = new VirtualPauses(() -> 0);
        AtomicBoolean told = new AtomicBoolean();
        Runnable work = () -> {
            told.set(VirtualPauses.isVirtual(Thread.currentThread()));
            pauses.pause();
        };
        Thread thread = (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
        thread.join();
        assertThat(told).isTrue();
    }
}
