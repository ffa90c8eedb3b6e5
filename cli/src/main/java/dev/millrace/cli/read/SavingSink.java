package dev.millrace.cli.read;

import dev.millrace.cli.look.Console;
import dev.millrace.event.LogEvent;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Prints events and remembers once a second, in a cursor, which have been printed: after a kill in the midst of many, not
 * all of them come again.
 *
 * <p>For a merge that reads one by one ({@link MergedEvents#oneByOne()}). Not thread-safe.
 *
 * @since 0.1.0
 */
public final class SavingSink implements EventSink {
    private static final long SAVE_NS = TimeUnit.SECONDS.toNanos(1);

    private final EventSink printing;
    private final Console console;
    private final List<EventSource> sources;
    private final SavedCursor cursor;
    private final LongSupplier nanoTime;
    private long savedNs;

    /**
     * Creates a sink.
     *
     * @param printing prints onto the console's output
     * @param nanoTime as {@link System#nanoTime()}
     */
    public SavingSink(
            EventSink printing, Console console, List<EventSource> sources, SavedCursor cursor, LongSupplier nanoTime) {
        this.printing = printing;
        this.console = console;
        this.sources = sources;
        this.cursor = cursor;
        this.nanoTime = nanoTime;
        this.savedNs = nanoTime.getAsLong();
    }

    @Override
    public boolean take(int source, LogEvent event) throws IOException {
        boolean more = printing.take(source, event);
        sources.get(source).done();
        long now = nanoTime.getAsLong();
        if (now - savedNs >= SAVE_NS) {
            savedNs = now;
            // In this order: what the cursor passes has left the process.
            console.out().flush();
            cursor.save(sources);
        }
        return more;
    }
}
