package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.TestJournals.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DozeTest {
    private static final int THREADS = 4;
    private static final int BURSTS = 150;
    private static final int LOOKS = 2_000;

    private final Told told = new Told();
    private Journal journal;

    @AfterEach
    void close() {
        journal.close();
    }

    private void openWithASleepyKeeper(long budgetBytes) {
        journal = Journal.inMemory(new JournalOptions(budgetBytes, TestJournals.SEGMENT, false, false, told));
        journal.keeper.dozesAfterNs = 0;
    }

    private void awaitLimit(boolean dozing) throws InterruptedException {
        while (journal.limit < 0 != dozing) {
            if (Thread.interrupted()) {
                throw new InterruptedException(dozing ? "the keeper does not doze" : "the keeper was not woken");
            }
            LockSupport.parkNanos(20_000);
        }
    }

    private long append(long number, int flags) {
        byte[] record = TestJournals.record(number, 64);
        return journal.append(record, 0, record.length, flags);
    }

    @Test
    void shouldBeWokenByTheFirstAppend() throws InterruptedException {
        openWithASleepyKeeper(16L << 20);
        assertThat(append(0, 0)).isNotNegative();
        awaitLimit(true);
        // So that only the append can end it.
        journal.keeper.dozesAfterNs = TimeUnit.DAYS.toNanos(1);

        assertThat(append(1, Journal.NEVER_WAIT)).isNotNegative();

        assertThat(journal.keeper.doze.goesOn()).isFalse();
        awaitLimit(false);
        assertThat(append(2, 0)).isNotNegative();
    }

    @Test
    void shouldStayAwakeForAnAppendThatComesLateAfterItHasWokenIt() throws InterruptedException {
        openWithASleepyKeeper(16L << 20);
        long dozesAfterNs = TimeUnit.MILLISECONDS.toNanos(500);
        awaitLimit(true);
        journal.keeper.dozesAfterNs = dozesAfterNs;

        long rousedNs = System.nanoTime();
        boolean roused = journal.keeper.doze.rouse(1, 0);
        awaitLimit(false);
        awaitLimit(true);

        assertThat(roused).isTrue();
        assertThat(System.nanoTime() - rousedNs).isGreaterThanOrEqualTo(dozesAfterNs);
    }

    @Test
    void shouldPutTheLimitsBackAsTheyWere() throws InterruptedException {
        openWithASleepyKeeper(16L << 20);
        Doze doze = new Doze(journal);
        awaitLimit(true);
        journal.keeper.dozesAfterNs = TimeUnit.DAYS.toNanos(1);
        assertThat(append(0, 0)).isNotNegative();
        awaitLimit(false);
        // The keeper changes nothing meanwhile.
        journal.keeper.house.lock();
        long limit = journal.limit;
        long importantLimit = journal.importantLimit;
        int plain = (int) (limit - journal.tailPosition());
        int important = (int) (importantLimit - journal.tailPosition());

        doze.begin();
        boolean room = journal.hasRoom(1, 0) || journal.hasRoom(1, Journal.IMPORTANT);
        boolean plainRoused = doze.rouse(plain, 0) && !doze.rouse(plain + 1, 0);
        boolean importantRoused =
                doze.rouse(important, Journal.IMPORTANT) && !doze.rouse(important + 1, Journal.IMPORTANT);
        doze.end();
        long limitAfter = journal.limit;
        long importantLimitAfter = journal.importantLimit;
        journal.keeper.house.unlock();

        assertThat(room).isFalse();
        assertThat(plainRoused).isTrue();
        assertThat(importantRoused).isTrue();
        assertThat(limitAfter).isEqualTo(limit);
        assertThat(importantLimitAfter).isEqualTo(importantLimit);
        assertThat(doze.rouse(1, 0)).isFalse();
    }

    @Test
    void shouldLoseNothingOfBurstsThatWakeItI1() throws InterruptedException {
        openWithASleepyKeeper(64L << 20);
        Cursor cursor = journal.cursor("reader");
        List<Thread> threads = new ArrayList<>();
        long[] appended = new long[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int thread = t;
            threads.add(new Thread(() -> {
                for (int burst = 0; burst < BURSTS && !Thread.currentThread().isInterrupted(); burst++) {
                    for (int i = (burst * 7 + thread) % 40; i >= 0; i--) {
                        if (append((long) thread << 32 | appended[thread], 0) >= 0) {
                            appended[thread]++;
                        }
                    }
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos((burst * 13 + thread) % 17));
                }
            }));
        }
        threads.forEach(Thread::start);
        long[] read = new long[THREADS];
        ReadBatch batch = new ReadBatch(64 << 10);
        int dozes = 0;
        boolean dozing = false;
        for (boolean more = true; more; ) {
            more = threads.stream().anyMatch(Thread::isAlive) || cursor.readPosition() < journal.tailPosition();
            dozes += !dozing && journal.limit < 0 ? 1 : 0;
            dozing = journal.limit < 0;
            if (!cursor.fill(batch)) {
                LockSupport.parkNanos(50_000);
                continue;
            }
            while (batch.next()) {
                long number = TestJournals.number(batch.bytes(), batch.payloadOffset());
                assertThat(number & 0xffff_ffffL).isEqualTo(read[(int) (number >>> 32)]++);
            }
            cursor.release(cursor.readPosition());
        }

        assertThat(read).isEqualTo(appended);
        assertThat(dozes).isPositive();
        assertThat(told.notices).isEmpty();
    }

    @Test
    void shouldNotBeginWhileTheBudgetIsSpent() throws InterruptedException {
        openWithASleepyKeeper(TestJournals.SEGMENT * 4L);
        Cursor cursor = journal.cursor("reader");
        long accepted = 0;
        while (append(accepted, 0) >= 0) {
            accepted++;
        }

        // All is read and nothing given back.
        cursor.seek(journal.tailPosition());
        for (int look = 0; look < LOOKS; look++) {
            assertThat(journal.limit).isPositive();
            assertThat(append(accepted, 0)).isEqualTo(Journal.REFUSED_BUDGET);
            LockSupport.parkNanos(20_000);
        }
        assertThat(append(accepted, Journal.IMPORTANT)).isNotNegative();

        cursor.seek(journal.tailPosition());
        cursor.release(cursor.readPosition());
        awaitLimit(true);
        assertThat(append(accepted, 0)).isNotNegative();
    }
}
