package dev.millrace.core;

import dev.millrace.core.counter.CallCounters;
import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.lane.Lane;
import dev.millrace.core.lane.LaneParts;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.roll.Archivist;
import dev.millrace.core.roll.Roller;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.core.route.SinkRoute;
import dev.millrace.core.sift.SiftFiles;
import dev.millrace.core.sift.Sifter;
import dev.millrace.core.sift.SiftingLaneSink;
import dev.millrace.core.sink.ConsoleColors;
import dev.millrace.core.sink.ConsoleLaneSink;
import dev.millrace.core.sink.FileLaneSink;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.sink.Rolling;
import dev.millrace.core.sink.StandardStream;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.journal.Cursor;
import dev.millrace.layout.Layout;
import dev.millrace.layout.pattern.PatternLayout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/** Makes the lanes of one journal out of a plan's sinks. */
final class LaneBuilder {
    private static final String OUTBOX_PREFIX = "outbox-";
    private static final int MAX_CURSOR_NAME_BYTES = 100;

    private final OpenJournal open;
    private final Plan plan;
    private final CallCounters calls;
    private final LoggerTree tree;
    private final long startMicros;
    private final Archivist archivist;
    private final StatusLog status;

    LaneBuilder(
            OpenJournal open,
            Plan plan,
            CallCounters calls,
            LoggerTree tree,
            long startMicros,
            Archivist archivist,
            StatusLog status) {
        this.open = open;
        this.plan = plan;
        this.calls = calls;
        this.tree = tree;
        this.startMicros = startMicros;
        this.archivist = archivist;
        this.status = status;
    }

    /** The lane of the plan's sink of that index. */
    Lane file(SinkPlan.FileSink plan, int index, boolean append) {
        Path file = plan.file().toAbsolutePath();
        Path outbox = outboxPath(plan.name());
        return lane(
                plan,
                index,
                plan.prudent()
                        ? FileLaneSink.prudent(plan.name(), file, outbox, status)
                        : new FileLaneSink(plan.name(), file, append, outbox, status));
    }

    /** The lane of the plan's sink of that index; {@code frozen}: another lane of this engine rolls its files. */
    Lane rollingFile(SinkPlan.RollingFileSink plan, int index, boolean frozen) {
        Rolling rolling = Rolling.by(Roller.of(plan.roll()), archivist, frozen, plan.prudent());
        return lane(plan, index, new FileLaneSink(plan.name(), rolling, outboxPath(plan.name()), status));
    }

    /** The lane of the plan's sink of that index; {@code synchronous} says how it writes at the moment. */
    Lane console(SinkPlan.ConsoleSink plan, int index, AtomicBoolean synchronous) {
        StandardStream stream = plan.error() ? StandardStream.ERR : StandardStream.OUT;
        return lane(plan, index, new ConsoleLaneSink(plan.name(), stream, synchronous, status));
    }

    /** The lane of the plan's sink of that index, which writes each value's events to files of their own. */
    Lane sifting(SinkPlan.SiftingSink plan, int index, boolean frozen) {
        Sifter sifter = sifter(plan);
        SiftFiles files = SiftFiles.of(plan.name(), archivist, frozen, status);
        return lane(
                plan, index, sifter, new SiftingLaneSink(plan.name(), sifter, files, outboxPath(plan.name()), status));
    }

    /** The lane of the plan's sink of that index, which writes all values' events to a console. */
    Lane siftingConsole(SinkPlan.SiftingSink plan, int index, AtomicBoolean synchronous) {
        StandardStream stream = plan.console().error() ? StandardStream.ERR : StandardStream.OUT;
        return lane(plan, index, sifter(plan), new ConsoleLaneSink(plan.name(), stream, synchronous, status));
    }

    private Sifter sifter(SinkPlan.SiftingSink plan) {
        return new Sifter(plan.name(), plan.sift(), this::layout, status);
    }

    /** Where a sink's outbox lives; null for a journal in memory. */
    Path outboxPath(String sink) {
        Path directory = open.journal().directory();
        return directory == null ? null : directory.resolve(outboxName(cursorName(sink)));
    }

    /** A file name for any sink name: readable, and unlike that of any other. */
    static String outboxName(String sink) {
        String plain = JournalHome.plainName(sink);
        return OUTBOX_PREFIX + (plain.equals(sink) ? plain : plain + "-" + JournalHome.hash(sink));
    }

    /** A sink's name, as long as a journal can keep it whole. */
    static String cursorName(String sink) {
        return sink.getBytes(StandardCharsets.UTF_8).length <= MAX_CURSOR_NAME_BYTES
                ? sink
                : JournalHome.plainName(sink) + "-" + JournalHome.hash(sink);
    }

    private Lane lane(SinkPlan plan, int index, LaneSink sink) {
        return lane(plan, index, layout(plan), sink);
    }

    private Lane lane(SinkPlan plan, int index, Layout layout, LaneSink sink) {
        Cursor cursor = open.journal().cursor(cursorName(plan.name()));
        return new Lane(new LaneParts(
                open.journal(),
                cursor,
                open.dictionary(),
                new SinkRoute(tree, index),
                new FilterChain(plan.filters()),
                layout,
                charset(plan),
                sink,
                new SinkLedger(cursor, calls),
                status,
                open.startPosition()));
    }

    private Layout layout(SinkPlan sink) {
        if (sink.layout() instanceof LayoutPlan.Pattern pattern) {
            String place = "sink " + sink.name() + " (" + pattern.origin() + "): ";
            return PatternLayout.compile(
                    pattern.pattern(),
                    LayoutContexts.of(plan, startMicros, hasColors(sink), new PatternProblems(place, status)));
        }
        throw new IllegalArgumentException("no such layout: " + sink.layout());
    }

    private boolean hasColors(SinkPlan sink) {
        String reason = sink instanceof SinkPlan.ConsoleSink console ? ConsoleColors.reasonAgainst(console) : null;
        if (reason != null) {
            status.add(StatusCode.MR343, "sink " + sink.name() + ": no colours, because " + reason);
        }
        return reason == null;
    }

    private record PatternProblems(String place, StatusLog status) implements BiConsumer<String, String> {
        @Override
        public void accept(String key, String problem) {
            status.add(StatusCode.MR310, place + problem + " [" + key + "]");
        }
    }

    private Charset charset(SinkPlan plan) {
        Charset charset = plan.charset();
        if (charset.canEncode()) {
            return charset;
        }
        status.add(
                StatusCode.MR312,
                "sink " + plan.name() + ": charset " + charset.name() + " cannot encode; UTF-8 is used instead");
        return StandardCharsets.UTF_8;
    }
}
