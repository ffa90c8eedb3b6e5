package dev.millrace.core.sift;

import dev.millrace.core.counter.BatchCount;
import dev.millrace.core.counter.Counted;
import dev.millrace.core.plan.SiftPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.roll.ArchiveJob;
import dev.millrace.core.roll.ArchiveQueue;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.sink.AppendFile;
import dev.millrace.core.sink.FaultyFiles;
import dev.millrace.core.sink.LaneSink.Outcome;
import dev.millrace.core.sink.LaneSink.Place;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Dictionary;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventDetails;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.MdcSnapshot;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.Layout;
import dev.millrace.layout.LayoutContext;
import dev.millrace.layout.pattern.PatternLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** A sifting sink with a lane and a journal as simple as can be: encoded events, batches of a few. */
final class SiftRun {
    /** What becomes of the next event, which is rendered and cannot be repeated for its other ways. */
    enum Retake {
        /** Nothing: it can. */
        NONE,
        /** It comes again, in the next batch. */
        AGAIN,
        /** It is given up, and the batch goes on. */
        SKIP
    }

    private final Dictionary dictionary = Dictionary.inMemory();
    private final EventCapture capture = new EventCapture(dictionary, new EventClock(), 64 << 10);
    private final LogEvent event = new LogEvent(dictionary);
    private final Function<String, SinkPlan> template;
    private final Path outbox;
    private final StatusLog status;
    private final List<byte[]> journal = new ArrayList<>();
    private int released;
    private SiftingLaneSink sink;
    private Sifter sifter;
    private AppendFile.Opener files;
    Runnable committed = () -> {};
    Retake retake = Retake.NONE;
    int failed;
    int filtered;
    int chores;
    int mostEvents = 9;
    int mostTargets;
    int maxOpen = 3;
    long nowMillis;
    long timeoutMillis = 1_800_000;
    int maxValues = Integer.MAX_VALUE;

    SiftRun(Function<String, SinkPlan> template, Path outbox, StatusLog status) {
        this.template = template;
        this.outbox = outbox;
        this.status = status;
    }

    void log(long millis, String value, String message, String... markers) {
        EventDetails details =
                new EventDetails(markers.length == 0 ? null : List.of(markers), null, null, null, millis * 1000, null);
        byte[] mdc = value == null ? null : MdcSnapshot.encode(Map.of("user", value));
        EventEncoder encoded =
                capture.encode(0, "logger", Levels.INFO, 0, message, 0, null, null, null, null, mdc, details);
        journal.add(Arrays.copyOf(encoded.bytes(), encoded.length()));
        capture.release(encoded);
    }

    /** Starts a process. */
    void start(AppendFile.Opener opener, RollFiles rolls) {
        files = opener;
        ArchiveQueue queue = new ArchiveQueue() {
            @Override
            public void compress(ArchiveJob job) {
                // Nothing is compressed here.
            }

            @Override
            public void hold(Path original) {
                // Nothing is compressed here.
            }

            @Override
            public void release(Path original) {
                // Nothing is compressed here.
            }

            @Override
            public void then(Runnable chore) {
                chores++;
                chore.run();
            }

            @Override
            public void withdraw(Path original) {
                // Nothing is compressed here.
            }
        };
        SiftPlan plan = new SiftPlan("user", "none", timeoutMillis, maxValues, template, template.apply("none"));
        sifter = new Sifter("S", plan, SiftRun::layout, status);
        SiftFiles siftFiles = new SiftFiles("S", queue, false, true, rolls, opener, maxOpen, () -> nowMillis, status);
        sink = new SiftingLaneSink("S", sifter, siftFiles, outbox, status);
        until(() -> sink.recover(true));
        if (sink.recovered() != null) {
            released = (int) Math.max(released, sink.recovered().journalEnd());
        }
    }

    private static Layout layout(SinkPlan plan) {
        String pattern = ((dev.millrace.core.plan.LayoutPlan.Pattern) plan.layout()).pattern();
        return PatternLayout.compile(pattern, new LayoutContext(0, System.lineSeparator(), (word, problem) -> {}));
    }

    private interface Attempt {
        Outcome outcome();
    }

    /** A process that was killed never gets anywhere. */
    private void until(Attempt attempt) {
        while (attempt.outcome() != Outcome.DONE) {
            if (files instanceof FaultyFiles faulty && faulty.killed) {
                throw new FaultyFiles.Killed();
            }
            LockSupport.parkNanos(sink.retryDelayNs());
            if (Thread.interrupted()) {
                throw new AssertionError("timed out: " + status.list());
            }
        }
    }

    /** Writes everything that is logged and not written, in batches of random size. */
    void drain(Random random) {
        while (released < journal.size()) {
            Utf8Buffer out = new Utf8Buffer(64);
            int end = released;
            int limit = Math.min(journal.size(), released + 1 + random.nextInt(mostEvents));
            while (end < limit && take(journal.get(end), out)) {
                end++;
            }
            int batchEnd = end;
            until(() -> sink.commit(out.bytes(), out.length(), released, batchEnd, new long[8]));
            mostTargets = Math.max(mostTargets, sifter.batch().targets().size());
            committed.run();
            until(sink::flush);
            BatchCount count = new BatchCount();
            sink.correct(count);
            failed += (int) Counted.failed(count, Levels.INFO);
            released = batchEnd;
        }
    }

    private boolean take(byte[] bytes, Utf8Buffer out) {
        if (!event.wrap(bytes, 0, bytes.length)) {
            throw new AssertionError("no event");
        }
        Place place = sink.place(event, out.length());
        switch (place) {
            case HERE -> {
                int start = out.length();
                sifter.render(event, out);
                Retake now = retake;
                retake = Retake.NONE;
                if (now != Retake.NONE) {
                    out.length(start);
                    failed += now == Retake.SKIP ? 1 : 0;
                    return now == Retake.SKIP;
                }
            }
            case FAILED -> failed++;
            case FILTERED -> filtered++;
            case NEXT_BATCH -> {
                return false;
            }
            default -> throw new AssertionError(place);
        }
        return true;
    }

    /** Nothing is logged until the clock shows that. */
    void idleUntil(long millis) {
        nowMillis = millis;
        sink.idle();
    }

    /** Ends in order. */
    void end() {
        sink.end();
        sink.close();
    }

    void close() {
        sink.close();
    }
}
