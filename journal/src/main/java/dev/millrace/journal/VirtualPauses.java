package dev.millrace.journal;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Pauses virtual threads behind a reader that is outrun. However many of them pause, their carriers run others, so a
 * pause of some length restrains nobody; and a timer for each costs more than what it logs in between. So they go on in
 * turn, as many at a time as have room in front of the reader.
 *
 * <p>Design note: the thread that lets them go on touches no file, so nobody waits for a disk here. It is there while
 * somebody pauses, and for a second more.
 */
final class VirtualPauses implements Runnable {
    private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(250);
    private static final int LOOKS_BEFORE_END = 4_000;

    /** After so many looks everybody has gone on, room or not: a fifth of a second. */
    private static final int MOST_LOOKS = 600;

    private final IntSupplier room;
    private final int looksBeforeEnd;

    /** In their order; without its thread where that has gone on by itself. */
    private final Queue<AtomicReference<Thread>> turns = new ConcurrentLinkedQueue<>();

    private final AtomicInteger waiting = new AtomicInteger();

    /** Those who may go on and have not come to it. */
    private final AtomicInteger leaving = new AtomicInteger();

    private final AtomicBoolean running = new AtomicBoolean();

    /** {@code room}: how many may go on now. */
    VirtualPauses(IntSupplier room) {
        this(room, LOOKS_BEFORE_END);
    }

    /** {@code looksBeforeEnd}: so many in vain, and the thread ends until somebody pauses again. */
    VirtualPauses(IntSupplier room, int looksBeforeEnd) {
        this.room = room;
        this.looksBeforeEnd = looksBeforeEnd;
    }

    /** Whether it is one that this class is for. Not {@code Thread.isVirtual}, which JDK 17 does not have. */
    static boolean isVirtual(Thread thread) {
        return thread.getClass().getName().equals("java.lang.VirtualThread");
    }

    /** Pauses the calling thread, a virtual one, until it is its turn. */
    void pause() {
        AtomicReference<Thread> turn = new AtomicReference<>(Thread.currentThread());
        turns.add(turn);
        waiting.getAndIncrement();
        begin();
        LockSupport.park(this);
        // Not so where it was interrupted, or woken for a reason of somebody else's.
        if (turn.getAndSet(null) == null) {
            leaving.getAndDecrement();
        }
    }

    private void begin() {
        if (!running.get() && running.compareAndSet(false, true)) {
            boolean started = false;
            try {
                BackgroundThread.of(this, "millrace-pauses").start();
                started = true;
            } finally {
                if (!started) {
                    running.set(false);
                }
            }
        }
    }

    @Override
    public void run() {
        try {
            int most = 0;
            for (int idle = 0; idle < looksBeforeEnd; idle++) {
                LockSupport.parkNanos(this, LOOK_NS);
                most = Math.max(most, waiting.get());
                if (turns.isEmpty()) {
                    most = 0;
                } else {
                    idle = 0;
                    letGo(Math.max(room.getAsInt() - leaving.get(), most / MOST_LOOKS + 1));
                }
            }
        } finally {
            running.set(false);
            // Who came before that saw it running.
            if (!turns.isEmpty()) {
                begin();
            }
        }
    }

    private void letGo(int most) {
        for (int gone = 0; gone < most; ) {
            AtomicReference<Thread> turn = turns.poll();
            if (turn == null) {
                return;
            }
            waiting.getAndDecrement();
            Thread thread = turn.getAndSet(null);
            if (thread != null) {
                leaving.getAndIncrement();
                LockSupport.unpark(thread);
                gone++;
            }
        }
    }
}
