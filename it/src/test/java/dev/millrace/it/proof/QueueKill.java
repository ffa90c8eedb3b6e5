package dev.millrace.it.proof;

import dev.millrace.it.child.QueueAppendChild;
import dev.millrace.it.child.QueueTailChild;
import dev.millrace.it.harness.Backend;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Seed;
import dev.millrace.it.harness.Waiting;
import dev.millrace.it.harness.WorkDir;
import dev.millrace.it.workload.MappedLongs;
import dev.millrace.it.workload.QueueLedger;
import dev.millrace.journal.JournalException;
import dev.millrace.journal.JournalQueue;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** SIGKILL of a queue's appending and reading processes: every returned append is read once by each named tailer. */
public final class QueueKill implements Proof {
    /** Kills of the full form. */
    public static final int FULL_ROUNDS = 1_000;

    private static final String[] NAMES = {"first", "second"};
    private static final int READY_SECONDS = 60;
    private static final int DRAIN_SECONDS = 300;
    private static final int LONGEST_MICROS = 200_000;

    private final int rounds;

    /** The proof with so many kills. */
    public QueueKill(int rounds) {
        this.rounds = rounds;
    }

    @Override
    public String name() {
        return "queue";
    }

    @Override
    public String shows() {
        return "SIGKILL of appenders and readers: every returned append is read once, in order, by every named tailer";
    }

    @Override
    public void run(Findings findings) {
        try (WorkDir dir = new WorkDir("queue")) {
            new Run(findings, dir).rounds(rounds);
        }
    }

    private static final class Run {
        private final Findings findings;
        private final WorkDir dir;
        private final Random random = Seed.random("queue");
        private final MappedLongs appended;
        private final MappedLongs[] read = new MappedLongs[NAMES.length];
        private final ChildJvm[] tailers = new ChildJvm[NAMES.length];
        private final Set<Long> inDoubt = new HashSet<>();
        private int readerKills;

        Run(Findings findings, WorkDir dir) {
            this.findings = findings;
            this.dir = dir;
            this.appended = QueueLedger.ofAppender(file("appended"));
            for (int index = 0; index < NAMES.length; index++) {
                read[index] = QueueLedger.ofTailer(file(NAMES[index]));
            }
        }

        private Path file(String name) {
            return dir.path().resolve(name + ".ledger");
        }

        private Path queue() {
            return dir.path().resolve("queue");
        }

        void rounds(int rounds) {
            try {
                create();
                for (int index = 0; index < NAMES.length; index++) {
                    startTailer(index);
                }
                for (int round = 0; round < rounds && findings.failures().isEmpty(); round++) {
                    round();
                    if (round % 50 == 49) {
                        findings.progress("%d rounds, %,d appends returned", round + 1, returned());
                    }
                }
                end();
            } catch (JournalException e) {
                findings.require(false, "the queue cannot be opened: %s", e);
            } finally {
                for (ChildJvm tailer : tailers) {
                    if (tailer != null) {
                        tailer.close();
                    }
                }
            }
        }

        /** The cursors must be there before the first record may be given up. */
        private void create() throws JournalException {
            JournalQueue.open(queue(), QueueAppendChild.options()).close();
        }

        private void startTailer(int index) {
            read[index].set(QueueLedger.READY, 0);
            tailers[index] = ChildJvm.of(Jdk.running(), QueueTailChild.class, dir.path())
                    .classPath(Backend.queueClassPath())
                    .arguments(queue(), NAMES[index], file(NAMES[index]))
                    .start();
            ChildJvm tailer = tailers[index];
            findings.require(
                    Waiting.until(READY_SECONDS, () -> read[index].get(QueueLedger.READY) == 1 || !tailer.alive())
                            && tailer.alive(),
                    "tailer %s did not begin: %s",
                    NAMES[index],
                    tailer.tail());
        }

        private void round() {
            long before = returned();
            try (ChildJvm appender = ChildJvm.of(Jdk.running(), QueueAppendChild.class, dir.path())
                    .classPath(Backend.queueClassPath())
                    .arguments(queue(), file("appended"))
                    .start()) {
                if (!findings.require(
                        Waiting.until(READY_SECONDS, () -> returned() > before || !appender.alive())
                                && appender.alive(),
                        "the appender did not begin: %s",
                        appender.tail())) {
                    return;
                }
                Waiting.pass(random.nextInt(LONGEST_MICROS));
                int reader = random.nextInt(2 * NAMES.length);
                if (reader < NAMES.length) {
                    readerKills++;
                    tailers[reader].kill();
                    startTailer(reader);
                }
                appender.kill();
            }
            for (int thread = 0; thread < QueueLedger.THREADS; thread++) {
                long begun = appended.get(QueueLedger.begun(thread));
                if (begun != appended.get(QueueLedger.returned(thread))) {
                    inDoubt.add(begun << QueueLedger.THREAD_BITS | thread);
                }
            }
        }

        private long returned() {
            long sum = 0;
            for (int thread = 0; thread < QueueLedger.THREADS; thread++) {
                sum += appended.get(QueueLedger.returned(thread));
            }
            return sum;
        }

        private void end() throws JournalException {
            try (JournalQueue last = JournalQueue.open(queue(), QueueAppendChild.options())) {
                findings.require(last.append(QueueAppendChild.record(QueueLedger.END, 0)) >= 0, "the end was refused");
                for (int index = 0; index < NAMES.length; index++) {
                    findings.require(
                            tailers[index].join(DRAIN_SECONDS) == 0,
                            "tailer %s did not come to the end: %s",
                            NAMES[index],
                            tailers[index].tail());
                    check(NAMES[index], read[index]);
                }
            }
            findings.figure(
                    "%,d appends returned, %d in doubt at a kill, %d kills of readers",
                    returned(), inDoubt.size(), readerKills);
        }

        private void check(String name, MappedLongs ledger) {
            findings.require(
                    ledger.get(QueueLedger.TWICE) == 0, "%s: %d records twice", name, ledger.get(QueueLedger.TWICE));
            findings.require(
                    ledger.get(QueueLedger.BROKEN) == 0, "%s: %d records broken", name, ledger.get(QueueLedger.BROKEN));
            findings.require(
                    ledger.get(QueueLedger.OVERTAKEN) == 0,
                    "%s missed %d bytes",
                    name,
                    ledger.get(QueueLedger.OVERTAKEN));
            long missing = ledger.get(QueueLedger.MISSING);
            findings.require(missing <= inDoubt.size(), "%s: %d records missing", name, missing);
            for (int index = 0; index < Math.min(missing, QueueLedger.MOST_MISSING); index++) {
                long record = ledger.get(QueueLedger.missing(index));
                findings.require(
                        inDoubt.contains(record),
                        "%s: a returned append is missing: thread %d, number %d",
                        name,
                        record & ((1 << QueueLedger.THREAD_BITS) - 1),
                        record >> QueueLedger.THREAD_BITS);
            }
            for (int thread = 0; thread < QueueLedger.THREADS; thread++) {
                findings.require(
                        ledger.get(QueueLedger.read(thread)) >= appended.get(QueueLedger.returned(thread)),
                        "%s: the last appends of thread %d are missing",
                        name,
                        thread);
            }
        }
    }
}
