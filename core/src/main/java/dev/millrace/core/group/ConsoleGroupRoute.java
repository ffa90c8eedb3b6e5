package dev.millrace.core.group;

import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.core.route.SinkRoute;
import dev.millrace.core.sift.Sifter;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The route to a group of consoles, which finds out what becomes of an event, and the layout that renders the event for
 * each console that takes it: the two are to be asked in turn. Belongs to one lane; not thread-safe.
 *
 * @since 0.1.0
 */
public final class ConsoleGroupRoute extends SinkRoute implements Layout {
    private static final int FIRST_IDS = 64;

    private final LoggerTree tree;
    private final int sink;
    private final List<GroupMember> members;
    private final Map<Integer, ConsoleWay> wayByRoute = new HashMap<>();
    // The ways of each logger, by its dictionary id; null where they are not known yet.
    private ConsoleWay[][] waysById = new ConsoleWay[FIRST_IDS][];
    // Those of the event that was asked about last, and the consoles that take it.
    private GroupMember[] takers = new GroupMember[4];
    private int takerCount;

    /** The route to the plan's sink of that index; {@code members} are the group's consoles in the plan's order. */
    public ConsoleGroupRoute(LoggerTree tree, int sink, List<GroupMember> members) {
        super(tree, sink);
        this.tree = tree;
        this.sink = sink;
        this.members = members;
    }

    @Override
    public boolean isRepeatable() {
        for (GroupMember member : members) {
            if (!member.isRepeatable()) {
                return false;
            }
        }
        return true;
    }

    /** One for another thread, where that is possible. */
    @Override
    public ConsoleGroupRoute another() {
        List<GroupMember> others = new ArrayList<>(members.size());
        for (GroupMember member : members) {
            others.add(member.another());
        }
        return new ConsoleGroupRoute(tree, sink, others);
    }

    /** How often the event is rendered: once for all consoles that take it, or not at all. */
    @Override
    public int copiesOf(LogEvent event) {
        takerCount = 0;
        for (ConsoleWay way : waysOf(event)) {
            if (way.filters().accepts(event) && way.member().filters().accepts(event)) {
                if (takerCount == takers.length) {
                    takers = Arrays.copyOf(takers, takerCount * 2);
                }
                takers[takerCount++] = way.member();
            }
        }
        return takerCount == 0 ? 0 : 1;
    }

    @Override
    public boolean mayTake(int loggerId, int level) {
        ConsoleWay[] ways = loggerId > 0 && loggerId < waysById.length ? waysById[loggerId] : null;
        if (ways == null) {
            return true;
        }
        for (ConsoleWay way : ways) {
            if (way.filters().mayAccept(level) && way.member().filters().mayAccept(level)) {
                return true;
            }
        }
        return false;
    }

    private ConsoleWay[] waysOf(LogEvent event) {
        int id = event.loggerId();
        if (id <= 0 || id >= MAX_ID) {
            return lookUp(event);
        }
        if (id >= waysById.length) {
            waysById = Arrays.copyOf(waysById, Math.min(MAX_ID, Math.max(id + 1, waysById.length * 2)));
        }
        if (waysById[id] == null) {
            waysById[id] = lookUp(event);
        }
        return waysById[id];
    }

    private ConsoleWay[] lookUp(LogEvent event) {
        int[] routes = tree.waysFor(loggerOf(event), sink);
        ConsoleWay[] ways = new ConsoleWay[routes.length];
        for (int i = 0; i < ways.length; i++) {
            ways[i] = wayByRoute.computeIfAbsent(
                    routes[i], route -> new ConsoleWay(tree.filtersOf(route), members.get(tree.memberOf(route))));
        }
        return ways;
    }

    @Override
    public void render(LogEvent event, Utf8Buffer out) {
        for (int i = 0; i < takerCount; i++) {
            int start = out.length();
            takers[i].layout().render(event, out);
            if (takers[i].transcoder() != null) {
                takers[i].transcoder().apply(out, start);
            }
        }
    }

    @Override
    public int callerFrames() {
        int frames = 0;
        for (GroupMember member : members) {
            frames = Math.max(frames, member.layout().callerFrames());
        }
        return frames;
    }

    /** Those consoles count that the events come to. */
    @Override
    public int callerFrames(Layout layout, String logger, int level) {
        int frames = 0;
        for (int route : tree.waysFor(logger, sink)) {
            if (tree.mayPass(route, level)) {
                frames = Math.max(
                        frames, members.get(tree.memberOf(route)).layout().callerFrames());
            }
        }
        return frames;
    }

    /** What the consoles write first. */
    public byte[] headers() {
        Utf8Buffer headers = new Utf8Buffer(64);
        for (GroupMember member : members) {
            member.frame().putHeader(headers);
        }
        return Arrays.copyOf(headers.bytes(), headers.length());
    }

    /** What the consoles write last. */
    public byte[] footers() {
        Utf8Buffer footers = new Utf8Buffer(64);
        for (GroupMember member : members) {
            if (member.layout() instanceof Sifter sifter) {
                footers.put(sifter.lastConsoleTexts());
            } else {
                member.frame().putFooter(footers);
            }
        }
        return Arrays.copyOf(footers.bytes(), footers.length());
    }

    /** A way to one of the consoles. */
    private record ConsoleWay(FilterChain filters, GroupMember member) {}
}
