package dev.millrace.cli.command;

import dev.millrace.cli.read.EventSink;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.LastEvents;
import dev.millrace.cli.read.MergedEvents;
import dev.millrace.cli.select.Criteria;
import dev.millrace.cli.select.CriteriaFilter;
import dev.millrace.cli.select.EventFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reads the wanted events of some journals. */
final class EventReading {
    private final List<EventSource> sources;
    private final Criteria criteria;

    EventReading(List<EventSource> sources, Criteria criteria) {
        this.sources = sources;
        this.criteria = criteria;
    }

    /** The oldest first. */
    MergedEvents forward() throws IOException {
        for (EventSource source : sources) {
            if (criteria.sinceMicros() > 0 && criteria.sinceMicros() != Long.MAX_VALUE) {
                source.reader()
                        .seekTime(TimeUnit.MICROSECONDS.toMillis(criteria.sinceMicros()) - EventSource.CLOCKS_APART_MS);
            }
        }
        return fromHere();
    }

    /** From where the journals stand. */
    MergedEvents fromHere() {
        return new MergedEvents(sources, filters(), false);
    }

    /** The same, one by one and so that another reading can go on where this one ends: also behind a last time. */
    MergedEvents resumable() {
        for (EventSource source : sources) {
            source.endBefore(criteria.untilMicros());
        }
        return fromHere().oneByOne();
    }

    /** The newest first. */
    MergedEvents backward() throws IOException {
        for (EventSource source : sources) {
            source.toEnd();
        }
        return new MergedEvents(sources, filters(), true);
    }

    /** The last ones, the oldest of them first. */
    void last(long most, EventSink sink) throws IOException {
        LastEvents last = new LastEvents(sources, most);
        MergedEvents newest = backward();
        if (most > 0) {
            newest.drainTo(last);
        }
        last.replayTo(sink);
    }

    private List<EventFilter> filters() {
        List<EventFilter> filters = new ArrayList<>();
        for (EventSource source : sources) {
            filters.add(new CriteriaFilter(criteria, source.dictionary()));
        }
        return filters;
    }
}
