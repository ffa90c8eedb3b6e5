package dev.millrace.core.group;

import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.RoutePlan;
import dev.millrace.core.plan.SinkPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts consoles that write to one stream together in a plan.
 *
 * @since 0.1.0
 */
public final class ConsoleGroups {
    private static final String BETWEEN_NAMES = "+";

    private final Plan plan;
    private final List<SinkPlan> sinks = new ArrayList<>();
    private final List<RoutePlan> routes;

    private ConsoleGroups(Plan plan) {
        this.plan = plan;
        this.routes = new ArrayList<>(plan.routes());
    }

    /** The plan with at most one sink for each standard stream. The same plan where that is so already. */
    public static Plan in(Plan plan) {
        ConsoleGroups groups = new ConsoleGroups(plan);
        groups.putTogether();
        return groups.sinks.size() == plan.sinks().size() ? plan : groups.joined();
    }

    private void putTogether() {
        for (SinkPlan sink : plan.sinks()) {
            List<SinkPlan> members =
                    sink.console() == null ? List.of() : consoles(sink.console().error());
            if (members.size() < 2) {
                sinks.add(sink);
            } else if (members.get(0) == sink) {
                addGroup(members);
            }
        }
    }

    private List<SinkPlan> consoles(boolean error) {
        List<SinkPlan> consoles = new ArrayList<>();
        for (SinkPlan sink : plan.sinks()) {
            if (sink.console() != null && sink.console().error() == error) {
                consoles.add(sink);
            }
        }
        return consoles;
    }

    private void addGroup(List<SinkPlan> members) {
        StringBuilder names = new StringBuilder(members.get(0).name());
        for (SinkPlan member : members.subList(1, members.size())) {
            names.append(BETWEEN_NAMES).append(member.name());
        }
        while (isTaken(names.toString())) {
            names.append(BETWEEN_NAMES);
        }
        String name = names.toString();
        sinks.add(new SinkPlan.ConsoleGroup(name, members));
        for (int i = 0; i < members.size(); i++) {
            lead(members.get(i).name(), name, i);
        }
    }

    private boolean isTaken(String name) {
        for (SinkPlan sink : plan.sinks()) {
            if (sink.name().equals(name)) {
                return true;
            }
        }
        for (RoutePlan route : routes) {
            if (route.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** What leads to a sink, or is referred to by its name, leads to a member of a group. */
    private void lead(String sink, String group, int member) {
        routes.replaceAll(route -> route.sink().equals(sink) && route.member() < 0
                ? new RoutePlan(route.name(), group, route.filters(), member)
                : route);
        routes.add(new RoutePlan(sink, group, List.of(), member));
    }

    private Plan joined() {
        return new Plan(
                plan.source(),
                plan.contextName(),
                plan.root(),
                plan.loggers(),
                sinks,
                plan.properties(),
                plan.overflowWish(),
                plan.testSource(),
                plan.showStatus(),
                plan.patterns(),
                plan.julLevels(),
                plan.turboFilters(),
                routes);
    }
}
