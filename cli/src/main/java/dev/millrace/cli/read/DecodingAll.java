package dev.millrace.cli.read;

import dev.millrace.cli.select.EventFilter;
import dev.millrace.event.LogEvent;
import dev.millrace.journal.ReadBatch;

/** Looks at every event whether it can be decoded and its texts are there, and wants none of them. */
final class DecodingAll implements EventFilter {
    static final EventFilter FILTER = new DecodingAll();

    private DecodingAll() {}

    @Override
    public boolean acceptsBlock(long summary) {
        return true;
    }

    @Override
    public boolean beginsWithHeads() {
        return false;
    }

    @Override
    public boolean acceptsBatch(ReadBatch batch) {
        return true;
    }

    @Override
    public boolean acceptsHead(byte[] bytes, int offset, int length) {
        return true;
    }

    @Override
    public boolean acceptsBody(LogEvent event) {
        event.lookUpAll();
        return false;
    }

    @Override
    public EventFilter another() {
        return this;
    }
}
