package dev.millrace.core.group;

import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.lane.Transcoder;
import dev.millrace.core.sink.Frame;
import dev.millrace.layout.Layout;

/**
 * One console of a group. Belongs to one lane; not thread-safe.
 *
 * @param filters its own filters
 * @param layout how it renders
 * @param transcoder into its charset; null for UTF-8
 * @param frame what it writes first and last
 * @since 0.1.0
 */
public record GroupMember(FilterChain filters, Layout layout, Transcoder transcoder, Frame frame) {
    /** Whether only the level decides, and nothing is counted. */
    boolean isRepeatable() {
        return filters.decidesByLevel() && layout.isRepeatable();
    }

    /** The same for another thread, where that is possible. */
    GroupMember another() {
        return new GroupMember(filters, layout.another(), transcoder, frame);
    }
}
