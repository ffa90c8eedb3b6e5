package dev.millrace.bench.driver;

import dev.millrace.journal.JournalException;
import dev.millrace.journal.Tailer;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** Tailers of a queue that another process appends to: how long after its append they see a record. */
final class QueueTailDriver implements Driver {
    private static final int DIGITS = 3;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);

    @Override
    public void run(Parameters parameters, Measured measured) throws Exception {
        Path queue = Path.of(parameters.text("queue"));
        int tailers = parameters.count("tailers");
        ExecutorService threads = Executors.newFixedThreadPool(tailers);
        List<Future<Histogram>> reading = new ArrayList<>();
        for (int tailer = 0; tailer < tailers; tailer++) {
            Callable<Histogram> one = () -> follow(queue);
            reading.add(threads.submit(one));
        }
        Histogram all = new Histogram(DIGITS);
        for (Future<Histogram> one : reading) {
            all.add(one.get());
        }
        threads.shutdown();
        measured.put("seen", all);
    }

    private static Histogram follow(Path queue) throws Exception {
        Histogram seen = new Histogram(DIGITS);
        try (Tailer tailer = open(queue)) {
            ByteBuffer words = ByteBuffer.wrap(tailer.next(1, TimeUnit.HOURS) ? tailer.bytes() : new byte[0]);
            for (long clock = words.getLong(tailer.offset());
                    clock != PacedAppends.END;
                    clock = words.getLong(tailer.offset())) {
                if (clock != PacedAppends.WARMUP) {
                    seen.recordValue(Math.max(0, System.nanoTime() - clock));
                }
                if (!tailer.next(1, TimeUnit.HOURS)) {
                    throw new IllegalStateException("nothing came for an hour");
                }
                if (words.array() != tailer.bytes()) {
                    words = ByteBuffer.wrap(tailer.bytes());
                }
            }
        }
        return seen;
    }

    /** The other process may not have begun it. */
    private static Tailer open(Path queue) throws InterruptedException {
        while (true) {
            try {
                return Tailer.open(queue);
            } catch (JournalException e) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("there is no queue: " + queue);
                }
                LockSupport.parkNanos(LOOK_NS);
            }
        }
    }
}
