package dev.millrace.core.route;

import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.RoutePlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The configured loggers, asked by name. A name's ancestors are its prefixes that end before a {@code .} or a
 * {@code $}, and the root. Only configured loggers are kept: nothing grows with the names that are asked for.
 * Immutable.
 *
 * @since 0.1.0
 */
public final class LoggerTree {
    /** The root's name; it is found in any case. */
    public static final String ROOT = "ROOT";

    private static final int ROOT_DEFAULT_LEVEL = Levels.DEBUG;

    private static final class Configured {
        final Integer level;
        final boolean additive;
        /** How often each sink, and behind the sinks each route, gets an event. */
        final int[] sinks;
        /** The same sinks and routes in the order in which they are referred to. */
        final int[] order;

        Configured(Integer level, boolean additive, int[] sinks, int[] order) {
            this.level = level;
            this.additive = additive;
            this.sinks = sinks;
            this.order = order;
        }
    }

    private final Map<String, Configured> loggers = new HashMap<>();
    private int longestName;
    private final Configured root;
    private final int rootLevel;
    private final int sinkCount;
    // Of each route the index of its sink; -1 where there is none.
    private final int[] routeSinks;
    private final List<RoutePlan> routes;
    // Of each route, and of the console of a group that it leads to; asked by level only, which any thread may.
    private final List<FilterChain> routeFilters = new ArrayList<>();
    private final List<FilterChain> memberFilters = new ArrayList<>();

    /** Reads a plan; references to sinks that it does not have are told to {@code status}. */
    public LoggerTree(Plan plan, StatusLog status) {
        Map<String, Integer> indexes = new HashMap<>();
        List<SinkPlan> sinks = plan.sinks();
        for (int i = 0; i < sinks.size(); i++) {
            indexes.put(sinks.get(i).name(), i);
        }
        sinkCount = sinks.size();
        routes = plan.routes();
        routeSinks = new int[routes.size()];
        for (int i = 0; i < routeSinks.length; i++) {
            RoutePlan route = routes.get(i);
            Integer sink = indexes.get(route.sink());
            routeSinks[i] = sink == null ? -1 : sink;
            routeFilters.add(new FilterChain(route.filters()));
            memberFilters.add(new FilterChain(
                    route.member() < 0
                            ? List.of()
                            : ((SinkPlan.ConsoleGroup) sinks.get(sink))
                                    .members()
                                    .get(route.member())
                                    .filters()));
        }
        for (int i = 0; i < routeSinks.length; i++) {
            indexes.put(routes.get(i).name(), sinkCount + i);
        }
        root = configured(plan.root(), indexes, status);
        rootLevel = root.level == null ? ROOT_DEFAULT_LEVEL : root.level;
        for (LoggerPlan logger : plan.loggers()) {
            loggers.merge(logger.name(), configured(logger, indexes, status), LoggerTree::joined);
            longestName = Math.max(longestName, logger.name().length());
        }
    }

    /** The level in force for a logger: its own or that of its nearest ancestor that has one. */
    public int levelOf(String name) {
        if (!isRoot(name)) {
            for (int end = firstEnd(name); end >= 0; end = separatorBefore(name, end)) {
                Configured configured = loggers.get(name.substring(0, end));
                if (configured != null && configured.level != null) {
                    return configured.level;
                }
            }
        }
        return rootLevel;
    }

    /** For each sink, in the plan's order, whether events of this logger and level reach it, some at least. A fresh array. */
    public boolean[] sinksOf(String name, int level) {
        int[] copies = copiesFor(name);
        boolean[] reached = new boolean[sinkCount];
        for (int i = 0; i < sinkCount; i++) {
            reached[i] = copies[i] > 0;
        }
        for (int i = 0; i < routeSinks.length; i++) {
            if (copies[sinkCount + i] > 0 && routeSinks[i] >= 0 && mayPass(sinkCount + i, level)) {
                reached[routeSinks[i]] = true;
            }
        }
        return reached;
    }

    /** Whether events of that level may come to the sink of an index, by whatever logger. */
    boolean leadsTo(int sink, int level) {
        if (isLed(root, sink, level)) {
            return true;
        }
        for (Configured logger : loggers.values()) {
            if (isLed(logger, sink, level)) {
                return true;
            }
        }
        return false;
    }

    private boolean isLed(Configured logger, int sink, int level) {
        boolean led = logger.sinks[sink] > 0;
        for (int i = 0; i < routeSinks.length; i++) {
            led |= routeSinks[i] == sink && logger.sinks[sinkCount + i] > 0 && mayPass(sinkCount + i, level);
        }
        return led;
    }

    /** Whether events of that level may get through a route, by the index of {@link #copiesFor}. */
    public boolean mayPass(int route, int level) {
        return routeFilters.get(route - sinkCount).mayAccept(level)
                && memberFilters.get(route - sinkCount).mayAccept(level);
    }

    /** The routes to the sink of an index, as indexes of {@link #copiesFor}. */
    int[] routesTo(int sink) {
        int[] found = new int[routeSinks.length];
        int count = 0;
        for (int i = 0; i < routeSinks.length; i++) {
            if (routeSinks[i] == sink) {
                found[count++] = sinkCount + i;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** New filters of a route, by the same index. */
    public FilterChain filtersOf(int route) {
        return new FilterChain(routes.get(route - sinkCount).filters());
    }

    /** Which console of a group a route leads to, by the same index. */
    public int memberOf(int route) {
        return routes.get(route - sinkCount).member();
    }

    /**
     * The routes on which events of a logger come to the sink of an index, in their order: those that the logger refers
     * to, then its parent's. A fresh array.
     */
    public int[] waysFor(String name, int sink) {
        int[] ways = new int[0];
        for (Configured logger : reachedFrom(name)) {
            ways = withWays(ways, logger, sink);
        }
        return ways;
    }

    private int[] withWays(int[] ways, Configured logger, int sink) {
        int[] more = Arrays.copyOf(ways, ways.length + logger.order.length);
        int count = ways.length;
        for (int index : logger.order) {
            if (index >= sinkCount && routeSinks[index - sinkCount] == sink) {
                more[count++] = index;
            }
        }
        return Arrays.copyOf(more, count);
    }

    /**
     * For each sink, and behind them for each route, in the plan's order, how often an event of this logger gets there:
     * once for each logger and each reference by which it comes there. A fresh array.
     */
    public int[] copiesFor(String name) {
        int[] copies = new int[sinkCount + routeSinks.length];
        for (Configured logger : reachedFrom(name)) {
            add(logger.sinks, copies);
        }
        return copies;
    }

    /** The configured loggers whose sinks an event of a logger comes to: its own, then its ancestors. */
    private List<Configured> reachedFrom(String name) {
        List<Configured> reached = new ArrayList<>();
        if (!isRoot(name)) {
            for (int end = firstEnd(name); end >= 0; end = separatorBefore(name, end)) {
                Configured configured = loggers.get(name.substring(0, end));
                if (configured != null) {
                    reached.add(configured);
                    if (!configured.additive) {
                        return reached;
                    }
                }
            }
        }
        reached.add(root);
        return reached;
    }

    /** Whether this is a name of the root. */
    public static boolean isRoot(String name) {
        return ROOT.equalsIgnoreCase(name);
    }

    /**
     * End of the longest beginning of a name that may be configured, or -1. Longer ones are not asked about one by one: a
     * name of a million chars has half a million.
     */
    private int firstEnd(String name) {
        return name.length() <= longestName ? name.length() : separatorBefore(name, longestName + 1);
    }

    /** Position of the last separator before {@code end}, or -1. */
    private static int separatorBefore(String name, int end) {
        for (int i = end - 1; i >= 0; i--) {
            char c = name.charAt(i);
            if (c == '.' || c == '$') {
                return i;
            }
        }
        return -1;
    }

    private static Configured configured(LoggerPlan logger, Map<String, Integer> indexes, StatusLog status) {
        int[] sinks = new int[indexes.size()];
        int[] order = new int[logger.sinks().size()];
        int count = 0;
        for (String sink : logger.sinks()) {
            Integer index = indexes.get(sink);
            if (index == null) {
                status.add(
                        StatusCode.MR311,
                        "logger " + logger.name() + " refers to a sink that does not exist: " + sink
                                + "; the reference is ignored");
            } else {
                sinks[index]++;
                order[count++] = index;
            }
        }
        return new Configured(logger.level(), logger.additive(), sinks, Arrays.copyOf(order, count));
    }

    private static Configured joined(Configured earlier, Configured later) {
        int[] sinks = earlier.sinks.clone();
        int[] order = Arrays.copyOf(earlier.order, earlier.order.length + later.order.length);
        int count = earlier.order.length;
        int[] again = earlier.sinks.clone();
        for (int index : later.order) {
            // The same references, said twice, count once.
            if (again[index] > 0) {
                again[index]--;
            } else {
                sinks[index]++;
                order[count++] = index;
            }
        }
        return new Configured(
                later.level == null ? earlier.level : later.level, later.additive, sinks, Arrays.copyOf(order, count));
    }

    private static void add(int[] from, int[] to) {
        for (int i = 0; i < from.length; i++) {
            to[i] += from[i];
        }
    }
}
