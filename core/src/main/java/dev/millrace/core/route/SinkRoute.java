package dev.millrace.core.route;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How often one sink writes the events of a logger, remembered by the logger's dictionary id. Belongs to one lane; not
 * thread-safe.
 *
 * @since 0.1.0
 */
public final class SinkRoute {
    private static final byte UNKNOWN = 0;
    private static final int MAX_COPIES = Byte.MAX_VALUE - 1;
    // Ids come out of a file: beyond this bound they are looked up by name instead of growing the table.
    private static final int MAX_ID = 1 << 22;

    private final LoggerTree tree;
    private final int sink;
    private final Utf8Buffer name = new Utf8Buffer(128);
    // One more than the copies.
    private byte[] byId = new byte[256];

    /** The route to the plan's sink of that index. */
    public SinkRoute(LoggerTree tree, int sink) {
        this.tree = tree;
        this.sink = sink;
    }

    /** The same route for another thread. */
    public SinkRoute another() {
        return new SinkRoute(tree, sink);
    }

    /** How often the sink writes the event: 0 where it does not reach the sink. */
    public int copiesOf(LogEvent event) {
        int id = event.loggerId();
        if (id > 0 && id < byId.length && byId[id] != UNKNOWN) {
            return byId[id] - 1;
        }
        return lookUp(event, id);
    }

    private int lookUp(LogEvent event, int id) {
        name.length(0);
        event.loggerName(name);
        String text = new String(name.bytes(), 0, name.length(), StandardCharsets.UTF_8);
        int copies = Math.min(MAX_COPIES, tree.copiesFor(text)[sink]);
        if (id > 0 && id < MAX_ID) {
            if (id >= byId.length) {
                byId = Arrays.copyOf(byId, Math.min(MAX_ID, Math.max(id + 1, byId.length * 2)));
            }
            byId[id] = (byte) (copies + 1);
        }
        return copies;
    }
}
