package dev.millrace.cli.read;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.Failures;
import dev.millrace.cli.look.Sizes;
import dev.millrace.journal.JournalException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Gives out what is logged from now on, until the thread is interrupted or the output is closed.
 *
 * <p>Looks again after {@value #POLL_MS} ms when nothing was there: the writer is not asked to tell. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class Follower {
    private static final long POLL_MS = 5;
    private static final long LOOK_ROUND_NS = TimeUnit.SECONDS.toNanos(1);

    private final Console console;
    private final List<EventSource> sources;
    private final Places places;
    private final SavedCursor cursor;
    private final Map<EventSource, Long> overtaken = new HashMap<>();

    /** Those in whose place is something that cannot be used, and of which that was told. */
    private final Set<EventSource> blocked = new HashSet<>();

    private final LongSupplier nanoTime;
    private long lookedNs;

    /** Where journals are looked for. */
    public interface Places {
        /** The journals that are there by now. */
        List<Path> journals();
    }

    /**
     * Creates a follower.
     *
     * @param sources those that are followed; others that are begun later are added to them
     * @param cursor where to remember how far it came; null for nowhere
     * @param nanoTime as {@link System#nanoTime()}
     */
    public Follower(
            Console console, List<EventSource> sources, Places places, SavedCursor cursor, LongSupplier nanoTime) {
        this.console = console;
        this.sources = sources;
        this.places = places;
        this.cursor = cursor;
        this.nanoTime = nanoTime;
        this.lookedNs = nanoTime.getAsLong();
    }

    /**
     * Follows.
     *
     * @return true when there is another journal, which a new merge must read; false when the thread was interrupted
     */
    public boolean follow(MergedEvents events, EventSink sink) throws IOException {
        while (!Thread.interrupted()) {
            events.drainTo(sink);
            console.out().flush();
            tellOvertaken();
            long now = nanoTime.getAsLong();
            if (now - lookedNs >= LOOK_ROUND_NS) {
                lookedNs = now;
                if (lookRound(events, sink)) {
                    return true;
                }
            }
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(POLL_MS));
        }
        return false;
    }

    private void tellOvertaken() {
        for (EventSource source : sources) {
            long bytes = source.reader().overtakenBytes();
            long told = overtaken.getOrDefault(source, 0L);
            if (bytes > told) {
                console.tell(source.directory() + ": overtaken: " + Sizes.of(bytes - told)
                        + " were recycled before they could be read");
                overtaken.put(source, bytes);
            }
        }
    }

    private boolean lookRound(MergedEvents events, EventSink sink) throws IOException {
        boolean others = goOver(events, sink);
        others |= addOthers();
        if (cursor != null) {
            cursor.save(sources);
        }
        return others;
    }

    /** Goes over to journals that have been begun in the place of others. */
    private boolean goOver(MergedEvents events, EventSink sink) throws IOException {
        Map<Integer, EventSource> next = new HashMap<>();
        for (int i = 0; i < sources.size(); i++) {
            EventSource source = sources.get(i);
            EventSource begun = isReplaced(source) ? openIfWhole(source.directory()) : null;
            if (begun != null) {
                next.put(i, begun);
            }
        }
        if (!next.isEmpty()) {
            // To their ends: their owners have ended by now, but perhaps not when they were read last. The output may
            // have stood still in between.
            events.drainTo(sink);
            console.out().flush();
            tellOvertaken();
        }
        next.forEach((i, begun) -> {
            EventSource ended = sources.set(i, begun);
            overtaken.remove(ended);
            blocked.remove(ended);
            console.tell(begun.directory() + ": a new journal was begun; going on with it");
        });
        return !next.isEmpty();
    }

    /** Where others are followed, one whose next journal cannot be used keeps it from none of them. */
    private boolean isReplaced(EventSource source) throws IOException {
        try {
            return source.isReplaced();
        } catch (FileSystemException | JournalException e) {
            if (sources.size() == 1) {
                throw e;
            }
            if (blocked.add(source)) {
                int ignored = Failures.handle(e, console);
            }
            return false;
        }
    }

    /** Those of processes that were started beside the ones that are followed. */
    private boolean addOthers() throws IOException {
        boolean added = false;
        for (Path journal : places.journals()) {
            if (sources.stream().noneMatch(source -> source.directory().equals(journal))) {
                EventSource source = openIfWhole(journal);
                if (source != null) {
                    if (cursor != null) {
                        cursor.resume(List.of(source));
                    }
                    sources.add(source);
                    added = true;
                    console.tell(journal + ": another journal was begun; following it, too");
                }
            }
        }
        return added;
    }

    /** Null for one that cannot be read by now: it is only being begun, perhaps. */
    private static EventSource openIfWhole(Path journal) {
        try {
            EventSource source = EventSource.isBegun(journal) ? EventSource.open(journal) : null;
            if (source != null) {
                source.follow();
            }
            return source;
        } catch (CommandFailure | IOException e) {
            return null;
        }
    }
}
