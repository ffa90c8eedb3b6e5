package dev.millrace.cli.read;

import dev.millrace.event.LogEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The last wanted events, found from the end and given out in their order.
 *
 * @since 0.1.0
 */
public final class LastEvents implements EventSink {
    private static final class Kept {
        final int source;
        final byte[] bytes;

        Kept(int source, byte[] bytes) {
            this.source = source;
            this.bytes = bytes;
        }
    }

    private final List<EventSource> sources;
    private final long most;
    private final List<Kept> kept = new ArrayList<>();

    /** Keeps {@code most} events at the most. */
    public LastEvents(List<EventSource> sources, long most) {
        this.sources = sources;
        this.most = most;
    }

    @Override
    public boolean take(int source, LogEvent event) {
        var batch = sources.get(source).batch();
        int from = batch.payloadOffset();
        kept.add(new Kept(source, Arrays.copyOfRange(batch.bytes(), from, from + batch.payloadLength())));
        return kept.size() < most;
    }

    /** Gives out what was kept, the oldest first. */
    public void replayTo(EventSink sink) throws IOException {
        for (int i = kept.size() - 1; i >= 0; i--) {
            Kept one = kept.get(i);
            LogEvent event = sources.get(one.source).wrap(one.bytes, 0, one.bytes.length);
            if (event != null && !sink.take(one.source, event)) {
                return;
            }
        }
    }
}
