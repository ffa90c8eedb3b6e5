package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderItem;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.Plan.OverflowWish;
import dev.millrace.core.status.StatusCode;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads an appender that hands events on. An asynchronous one: its child takes its place, its wishes about a full queue
 * are kept. One of a class that is not known: its children take its place, but for filters its options are not.
 */
final class AsyncAppenderReader implements OptionHandler {
    private static final int UNDEFINED = -1;

    private final String name;
    private final Translation translation;
    private final Appenders appenders;
    private final boolean foreign;
    private final boolean standIns;
    private final List<FilterPlan> filters = new ArrayList<>();
    private final List<Wiring> children = new ArrayList<>();
    private String childName;
    private boolean neverBlock;
    private int discardingThreshold = UNDEFINED;

    private AsyncAppenderReader(
            String name, Translation translation, Appenders appenders, boolean foreign, boolean standIns) {
        this.foreign = foreign;
        this.standIns = standIns;
        this.name = name;
        this.translation = translation;
        this.appenders = appenders;
    }

    /**
     * The wirings, none when there is nothing to write to.
     *
     * @param foreign whether its class is not known
     * @param standIns whether those that it refers to get events where it cannot bring them out itself
     */
    static List<Wiring> read(
            AppenderItem item,
            String name,
            Translation translation,
            Appenders appenders,
            boolean foreign,
            boolean standIns) {
        AsyncAppenderReader reader = new AsyncAppenderReader(name, translation, appenders, foreign, standIns);
        translation.options(item.children(), reader);
        if (reader.children.isEmpty()) {
            translation.report(
                    StatusCode.MR421,
                    item.line(),
                    "appender " + name
                            + (reader.childName == null
                                    ? " refers to no appender"
                                    : " refers to " + reader.childName + ", which writes nowhere")
                            + "; what is logged to it goes nowhere");
        }
        reader.children.replaceAll(reader::wiring);
        return reader.children;
    }

    private Wiring wiring(Wiring child) {
        OverflowWish wish = Wiring.stronger(child.wish(), ownWish());
        boolean standsIn = standIns || child.standsIn();
        if (filters.isEmpty()) {
            return new Wiring(child.sink(), child.position(), wish, child.route(), child.filters(), standsIn);
        }
        // Others may write to the child past these filters: they belong to the way there.
        List<FilterPlan> all = new ArrayList<>();
        all.add(new FilterPlan.DeniedBy(filters));
        all.addAll(child.filters());
        String route = children.size() == 1 ? name : appenders.uniqueSinkName(name);
        return new Wiring(child.sink(), child.position(), wish, route, all, standsIn);
    }

    private OverflowWish ownWish() {
        if (neverBlock) {
            return OverflowWish.DISCARD;
        }
        return discardingThreshold == 0 ? OverflowWish.BLOCK : OverflowWish.NONE;
    }

    @Override
    public void option(Option option) {
        if (foreign && !option.property().equals("filter")) {
            return;
        }
        switch (option.property()) {
            case "neverBlock" -> neverBlock = translation.flag(option, neverBlock);
            case "discardingThreshold" -> discardingThreshold = translation.number(option, discardingThreshold);
            case "queueSize" -> queueSize(option);
            case "maxFlushTime" ->
                translation.report(
                        StatusCode.MR412,
                        option.line(),
                        "<" + option.tag() + "> needs nothing: what is not written at exit stays in the journal"
                                + " (see millrace.shutdown.timeout)");
            case "includeCallerData" -> {
                if (translation.flag(option, false)) {
                    translation.report(
                            StatusCode.MR412,
                            option.line(),
                            "<" + option.tag() + "> needs nothing: the caller is captured when a pattern shows it");
                }
            }
            case "filter" -> FilterReader.add(option, filters, translation);
            default -> translation.reportUnknown(option, "an asynchronous appender");
        }
    }

    private void queueSize(Option option) {
        boolean valid = translation.number(option, 1) > 0;
        translation.report(
                valid ? StatusCode.MR412 : StatusCode.MR414,
                option.line(),
                "<" + option.tag() + "> " + (valid ? "" : option.value().trim() + " is below 1; it ")
                        + "needs nothing: the queue is the journal (see millrace.journal.budget)");
    }

    @Override
    public void reference(int line, String ref) {
        if (!appenders.isDeclared(ref)) {
            translation.report(
                    StatusCode.MR423,
                    line,
                    "there is no appender " + ref
                            + "; it is not attached (correct the name, or add an <appender> of it)");
        } else if (childName != null && !foreign) {
            translation.report(
                    StatusCode.MR423,
                    line,
                    "an asynchronous appender takes one appender, and has " + childName + "; " + ref
                            + " is not attached (refer to both from the logger)");
        } else {
            childName = ref;
            children.addAll(appenders.wirings(ref));
        }
    }
}
