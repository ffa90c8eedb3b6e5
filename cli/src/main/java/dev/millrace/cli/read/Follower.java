package dev.millrace.cli.read;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.Sizes;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

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
    private final SavedCursor cursor;
    private final long[] overtaken;
    private long lookedNs = System.nanoTime();

    /**
     * Creates a follower.
     *
     * @param cursor where to remember how far it came; null for nowhere
     */
    public Follower(Console console, List<EventSource> sources, SavedCursor cursor) {
        this.console = console;
        this.sources = sources;
        this.cursor = cursor;
        this.overtaken = new long[sources.size()];
    }

    /**
     * Follows.
     *
     * @return true when a journal was replaced by another one, which a new merge must read; false when the thread was
     *     interrupted
     */
    public boolean follow(MergedEvents events, EventSink sink) throws IOException {
        while (!Thread.interrupted()) {
            events.drainTo(sink);
            console.out().flush();
            tellOvertaken();
            long now = System.nanoTime();
            if (now - lookedNs >= LOOK_ROUND_NS) {
                lookedNs = now;
                if (lookRound()) {
                    return true;
                }
            }
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(POLL_MS));
        }
        return false;
    }

    private void tellOvertaken() {
        for (int i = 0; i < overtaken.length; i++) {
            long bytes = sources.get(i).reader().overtakenBytes();
            if (bytes > overtaken[i]) {
                console.tell(sources.get(i).directory() + ": overtaken: " + Sizes.of(bytes - overtaken[i])
                        + " were recycled before they could be read");
                overtaken[i] = bytes;
            }
        }
    }

    private boolean lookRound() throws IOException {
        boolean renewed = false;
        for (EventSource source : sources) {
            if (source.renew()) {
                renewed = true;
                console.tell(source.directory() + ": a new journal was begun; going on with it");
            }
        }
        if (cursor != null) {
            cursor.save(sources);
        }
        return renewed;
    }
}
