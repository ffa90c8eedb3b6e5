package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three and more threads on one journal, which jcstress cannot run on two processors: many short rounds, each with its
 * own seed for lengths, yields and parks. A failure names its seed; {@code -Dmillrace.stress.rounds=10000} runs more.
 */
@Timeout(120)
class JournalInterleavingTest {
    private static final int ROUNDS = Integer.getInteger("millrace.stress.rounds", 40);
    private static final int APPENDERS = 4;
    private static final int RECORDS_EACH = 400;
    private static final int HEAD_BYTES = 16;

    @Test
    void shouldReadEveryAcceptedRecordOnceInOrderWherePositionsSay() throws Exception {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Round round = new Round(seed, seed % 2 == 0 ? 300 : 20_000);
            round.run(() -> {});
            round.check();
        }
    }

    @Test
    void shouldNotSkipAClaimThatIsCommittedLate() throws Exception {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Round round = new Round(1000 + seed, seed % 2 == 0 ? 300 : 20_000);
            round.addHoleHolder();
            round.run(() -> {});
            round.check();
        }
    }

    @Test
    void shouldLoseNothingThatWasAcceptedWhileItIsClosed() throws Exception {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Round round = new Round(2000 + seed, 2_000);
            Random random = new Random(seed);
            round.run(() -> {
                pauseAtRandom(random, 100);
                round.journal.close();
            });
            round.check();
        }
    }

    @Test
    void shouldGiveEachRecordToAnOverrunCursorOrToItsListener() throws Exception {
        for (int seed = 0; seed < Math.max(1, ROUNDS / 4); seed++) {
            Round round = new Round(3000 + seed, 20_000);
            Cursor idle = round.journal.cursor("idle");
            round.run(() -> {});
            round.check();

            ReadBatch batch = new ReadBatch(64 << 10);
            long left = 0;
            while (idle.fill(batch)) {
                while (batch.next()) {
                    left++;
                }
            }
            assertThat(left + round.overrun.get())
                    .as("seed %d: left and overrun", round.seed)
                    .isEqualTo(round.accepted.size());
        }
    }

    private static void pauseAtRandom(Random random, int oneIn) {
        int choice = random.nextInt(oneIn);
        if (choice == 0) {
            LockSupport.parkNanos(random.nextInt(200_000));
        } else if (choice < 4) {
            Thread.yield();
        }
    }

    /** A record that the journal accepted: where, who appended it, and its number there. */
    private record Accepted(long position, int thread, long sequence) {}

    /** One journal with its threads. */
    private static final class Round {
        final int seed;
        final int longest;
        final AtomicLong overrun = new AtomicLong();
        final List<Accepted> accepted = Collections.synchronizedList(new ArrayList<>());
        final Journal journal = Journal.inMemory(new JournalOptions(
                JournalOptions.MIN_BUDGET_BYTES, SegmentFormat.MIN_SEGMENT_BYTES, false, false, new JournalListener() {
                    @Override
                    public void notice(JournalNotice notice, String message, Throwable cause) {
                        if (cause != null) {
                            failures.add(cause);
                        }
                    }

                    @Override
                    public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {
                        overrun.incrementAndGet();
                    }
                }));
        private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        private final List<Accepted> read = new ArrayList<>();
        private final List<Thread> threads = new ArrayList<>();
        private final CountDownLatch start = new CountDownLatch(1);
        private final Cursor cursor = journal.cursor("reader");
        private volatile boolean appended;

        Round(int seed, int longest) {
            this.seed = seed;
            this.longest = longest;
            for (int i = 0; i < APPENDERS; i++) {
                int thread = i;
                add("appender-" + i, () -> append(thread));
            }
        }

        /** A thread that holds claims open, as one does that was descheduled between claim and commit. */
        void addHoleHolder() {
            add("hole-holder", () -> {
                Random random = new Random(seed);
                for (int i = 0; i < RECORDS_EACH / 8; i++) {
                    int bytes = RecordFormat.align(8 + random.nextInt(longest / 2));
                    long room = journal.limit;
                    if (journal.tail.opaque() + bytes <= room) {
                        long position = journal.tail.claim(bytes);
                        int head = journal.segmentBytes - (int) (position & journal.segmentMask);
                        boolean usable = position + bytes <= journal.prepared;
                        for (int pause = random.nextInt(5); pause > 0; pause--) {
                            pauseAtRandom(random, 3);
                        }
                        while (!usable) {
                            // Overtaken by others: the keeper has yet to prepare what was claimed.
                            Thread.yield();
                            usable = position + bytes <= journal.prepared;
                        }
                        journal.pad(position, Math.min(bytes, head));
                        if (bytes > head) {
                            journal.pad(position + head, bytes - head);
                        }
                    }
                }
            });
        }

        void run(Runnable meanwhile) throws InterruptedException {
            Thread reader = new Thread(guarded(this::read), "reader");
            threads.forEach(Thread::start);
            reader.start();
            start.countDown();
            meanwhile.run();
            for (Thread thread : threads) {
                thread.join();
            }
            appended = true;
            reader.join();
            journal.close();
        }

        void check() {
            assertThat(failures).as("seed %d: failures", seed).isEmpty();
            accepted.sort((one, other) -> Long.compare(one.position(), other.position()));
            assertThat(read).as("seed %d: read against accepted", seed).isEqualTo(accepted);
            long[] newest = new long[APPENDERS];
            for (Accepted record : read) {
                assertThat(record.sequence())
                        .as("seed %d: order of thread %d", seed, record.thread())
                        .isGreaterThanOrEqualTo(newest[record.thread()]);
                newest[record.thread()] = record.sequence() + 1;
            }
        }

        private void append(int thread) {
            Random random = new Random(seed * 31L + thread);
            byte[] payload = new byte[RecordFormat.align(longest) + HEAD_BYTES];
            for (long sequence = 0; sequence < RECORDS_EACH; sequence++) {
                pauseAtRandom(random, 30);
                int length = HEAD_BYTES + RecordFormat.align(random.nextInt(longest));
                Pattern.write(payload, length, sequence * APPENDERS + thread);
                long position = journal.append(payload, 0, length, random.nextInt(4) == 0 ? Journal.IMPORTANT : 0);
                if (position >= 0) {
                    accepted.add(new Accepted(position, thread, sequence));
                }
            }
        }

        private void read() {
            Random random = new Random(-seed);
            ReadBatch batch = new ReadBatch(1 << 8 + random.nextInt(10));
            // What was claimed before the appenders ended is committed now: one fill more finds it.
            for (boolean last = false; !last; ) {
                last = appended;
                while (cursor.fill(batch)) {
                    while (batch.next()) {
                        byte[] bytes = batch.bytes();
                        int offset = batch.payloadOffset();
                        assertThat(Pattern.isWhole(bytes, offset, batch.payloadLength()))
                                .as("seed %d: whole at %d", seed, batch.position())
                                .isTrue();
                        long value = Pattern.value(bytes, offset);
                        read.add(new Accepted(batch.position(), (int) (value % APPENDERS), value / APPENDERS));
                    }
                    pauseAtRandom(random, 20);
                    cursor.release(batch.endPosition());
                }
                pauseAtRandom(random, 5);
            }
        }

        private void add(String name, Runnable work) {
            threads.add(new Thread(
                    guarded(() -> {
                        start.await();
                        work.run();
                    }),
                    name));
        }

        private interface Work {
            void run() throws InterruptedException;
        }

        private Runnable guarded(Work work) {
            return () -> {
                try {
                    work.run();
                } catch (Throwable e) {
                    failures.add(e);
                }
            };
        }
    }
}
