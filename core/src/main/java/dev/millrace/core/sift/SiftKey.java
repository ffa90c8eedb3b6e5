package dev.millrace.core.sift;

import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.lane.Transcoder;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.sink.Frame;
import dev.millrace.layout.Layout;

/** One value that events are told apart by, with what becomes of its events. Guarded by the lane's lock. */
final class SiftKey {
    final byte[] bytes;
    final String value;
    final int hash;
    /** The sink of the value; null when there is none. */
    final SinkPlan plan;

    final Layout layout;
    final FilterChain filters;
    final Transcoder transcoder;
    final Frame frame;
    /** The value's file; null for a console. */
    SiftTarget target;

    // The table's chain, and the list of keys from the one that was used longest ago.
    SiftKey nextInChain;
    SiftKey older;
    SiftKey newer;
    boolean lingering;
    /** Whether its header was written to the console. */
    boolean headed;

    long usedMillis;

    SiftKey(
            byte[] bytes,
            String value,
            int hash,
            SinkPlan plan,
            Layout layout,
            FilterChain filters,
            Transcoder transcoder,
            Frame frame) {
        this.bytes = bytes;
        this.value = value;
        this.hash = hash;
        this.plan = plan;
        this.layout = layout;
        this.filters = filters;
        this.transcoder = transcoder;
        this.frame = frame;
    }
}
