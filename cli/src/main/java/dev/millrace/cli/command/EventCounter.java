package dev.millrace.cli.command;

import dev.millrace.cli.read.EventSink;
import dev.millrace.event.LogEvent;

/** Counts events, up to a number. */
final class EventCounter implements EventSink {
    private final long most;
    private long count;

    EventCounter(long most) {
        this.most = most;
    }

    @Override
    public boolean take(int source, LogEvent event) {
        return ++count < most;
    }

    long count() {
        return count;
    }
}
