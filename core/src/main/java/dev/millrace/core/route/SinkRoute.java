package dev.millrace.core.route;

import dev.millrace.core.filter.FilterChain;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.Layout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How often one sink writes the events of a logger, remembered by the logger's dictionary id. Belongs to one lane; not
 * thread-safe.
 *
 * @since 0.1.0
 */
public class SinkRoute {
    private static final byte UNKNOWN = 0;
    private static final byte NO_COPIES = 1;
    private static final int MAX_COPIES = Byte.MAX_VALUE - 1;
    // Ids come out of a file: beyond this bound they are looked up by name instead of growing the table.
    protected static final int MAX_ID = 1 << 22;

    private static final int FIRST_IDS = 256;

    private final LoggerTree tree;
    private final int sink;
    private final Utf8Buffer name = new Utf8Buffer(128);
    // The ways past which some events do not get: null where there is none.
    private final int[] filtered;
    private final FilterChain[] filters;
    // One more than the copies: those of the sink itself, then those of each filtered way.
    private final byte[][] byId;

    /** The route to the plan's sink of that index. */
    public SinkRoute(LoggerTree tree, int sink) {
        this.tree = tree;
        this.sink = sink;
        int[] routes = tree.routesTo(sink);
        this.filtered = routes.length == 0 ? null : routes;
        this.filters = new FilterChain[routes.length];
        for (int i = 0; i < routes.length; i++) {
            filters[i] = tree.filtersOf(routes[i]);
        }
        this.byId = new byte[1 + routes.length][FIRST_IDS];
    }

    /** Whether events of that level may come to the sink. */
    public boolean mayLead(int level) {
        return tree.leadsTo(sink, level);
    }

    /** Frames of the caller that {@code layout}, the sink's, prints of events of that logger and level. Any thread. */
    public int callerFrames(Layout layout, String logger, int level) {
        return layout.callerFrames();
    }

    /** Whether nothing but an event's logger and level decides. */
    public boolean decidesByLevel() {
        for (FilterChain way : filters) {
            if (!way.decidesByLevel()) {
                return false;
            }
        }
        return true;
    }

    /** The same route for another thread. */
    public SinkRoute another() {
        return new SinkRoute(tree, sink);
    }

    /** How often the sink writes the event: 0 where it does not reach the sink. */
    public int copiesOf(LogEvent event) {
        int direct = copiesBy(event, 0, sink);
        return filtered == null ? direct : Math.min(MAX_COPIES, direct + copiesPastFilters(event));
    }

    /** Whether events of a logger may come to the sink; true also while that is not known. The lane's thread. */
    public boolean mayTake(int loggerId, int level) {
        boolean may = isWay(byId[0], loggerId);
        for (int i = 1; i < byId.length && !may; i++) {
            may = isWay(byId[i], loggerId) && filters[i - 1].mayAccept(level);
        }
        return may;
    }

    private static boolean isWay(byte[] known, int loggerId) {
        return loggerId <= 0 || loggerId >= known.length || known[loggerId] != NO_COPIES;
    }

    private int copiesPastFilters(LogEvent event) {
        int copies = 0;
        for (int i = 0; i < filtered.length; i++) {
            int more = copiesBy(event, i + 1, filtered[i]);
            if (more > 0 && filters[i].accepts(event)) {
                copies += more;
            }
        }
        return copies;
    }

    private int copiesBy(LogEvent event, int table, int index) {
        int id = event.loggerId();
        byte[] known = byId[table];
        if (id > 0 && id < known.length && known[id] != UNKNOWN) {
            return known[id] - 1;
        }
        return lookUp(event, id, table, index);
    }

    /** The name of the event's logger. */
    protected final String loggerOf(LogEvent event) {
        name.length(0);
        event.loggerName(name);
        return new String(name.bytes(), 0, name.length(), StandardCharsets.UTF_8);
    }

    private int lookUp(LogEvent event, int id, int table, int index) {
        int copies = Math.min(MAX_COPIES, tree.copiesFor(loggerOf(event))[index]);
        if (id > 0 && id < MAX_ID) {
            byte[] known = byId[table];
            if (id >= known.length) {
                known = Arrays.copyOf(known, Math.min(MAX_ID, Math.max(id + 1, known.length * 2)));
                byId[table] = known;
            }
            known[id] = (byte) (copies + 1);
        }
        return copies;
    }
}
