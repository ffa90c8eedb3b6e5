package dev.millrace.core;

import dev.millrace.core.counter.CallCounters;
import dev.millrace.core.counter.EventsBefore;
import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.group.ConsoleGroupRoute;
import dev.millrace.core.group.GroupMember;
import dev.millrace.core.lane.LaneParts;
import dev.millrace.core.lane.SwitchPoint;
import dev.millrace.core.lane.Transcoder;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.roll.Roller;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.core.route.SinkRoute;
import dev.millrace.core.sift.SiftFiles;
import dev.millrace.core.sift.Sifter;
import dev.millrace.core.sift.SiftingLaneSink;
import dev.millrace.core.sink.AppendFile;
import dev.millrace.core.sink.ConsoleColors;
import dev.millrace.core.sink.ConsoleLaneSink;
import dev.millrace.core.sink.FileLaneSink;
import dev.millrace.core.sink.Frame;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.sink.PrudentFiles;
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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/** Makes the parts of one journal's lanes out of a plan's sinks. */
final class LaneBuilder {
    private static final String OUTBOX_PREFIX = "outbox-";
    private static final int MAX_CURSOR_NAME_BYTES = 100;
    private static final int LEAST_BATCH_BYTES = 32 << 10;

    private final OpenJournal open;
    private final Plan plan;
    private final CallCounters calls;
    private final LoggerTree tree;
    private final long startMicros;
    private final Archives archives;
    private final StatusLog status;

    LaneBuilder(
            OpenJournal open,
            Plan plan,
            CallCounters calls,
            LoggerTree tree,
            long startMicros,
            Archives archives,
            StatusLog status) {
        this.open = open;
        this.plan = plan;
        this.calls = calls;
        this.tree = tree;
        this.startMicros = startMicros;
        this.archives = archives;
        this.status = status;
    }

    /**
     * The sink as the plan has it.
     *
     * @param synchronous says how a console writes at the moment
     * @param starts whether files are emptied where that is asked for: behind a start they have lines of this process
     */
    private LaneSink sink(SinkPlan plan, Layout layout, AtomicBoolean synchronous, boolean starts) {
        if (plan instanceof SinkPlan.FileSink file) {
            return file(file, file.append() || !starts).framed(frame(plan));
        }
        if (plan instanceof SinkPlan.RollingFileSink rolling) {
            return rollingFile(rolling, false).framed(frame(plan));
        }
        StandardStream stream = ManagedLane.streamOf(plan);
        if (stream == null) {
            return sifting((Sifter) layout, plan.name(), false, starts);
        }
        ConsoleLaneSink console = console(plan, stream, synchronous);
        if (plan instanceof SinkPlan.ConsoleSink) {
            return console.framed(frame(plan));
        }
        if (layout instanceof ConsoleGroupRoute group) {
            return console.framed(Frame.ofHeader(group.headers())).endingWith(group::footers);
        }
        // One that sifts has a frame for each value, which its layout writes.
        Sifter sifter = (Sifter) layout;
        return console.endingWith(sifter::lastConsoleTexts);
    }

    private ConsoleLaneSink console(SinkPlan plan, StandardStream stream, AtomicBoolean synchronous) {
        return new ConsoleLaneSink(plan.name(), stream, synchronous, status);
    }

    private static Frame frame(SinkPlan plan) {
        return Frame.of(plan, charset(plan, null));
    }

    /** The sink that begins at a reload, of a lane that runs or joins. */
    LaneSink successor(SinkPlan plan, Layout layout, AtomicBoolean synchronous) {
        return sink(plan, layout, synchronous, false);
    }

    /**
     * The sink for the journal of a process that died: the running engine has emptied the file already where that is
     * asked for, rolls it, and writes headers and footers.
     */
    private LaneSink leftoverSink(SinkPlan plan, Layout layout) {
        if (plan instanceof SinkPlan.FileSink file) {
            return file(file, true);
        }
        if (plan instanceof SinkPlan.RollingFileSink rolling) {
            return rollingFile(rolling, true);
        }
        StandardStream stream = ManagedLane.streamOf(plan);
        return stream == null
                ? sifting((Sifter) layout, plan.name(), true, false)
                : console(plan, stream, new AtomicBoolean());
    }

    private FileLaneSink file(SinkPlan.FileSink plan, boolean append) {
        Path file = plan.file().toAbsolutePath();
        return new FileLaneSink(
                plan.name(), file, append, outboxPath(plan.name()), status, opener(plan.name(), plan.prudent()));
    }

    private FileLaneSink rollingFile(SinkPlan.RollingFileSink plan, boolean frozen) {
        if (plan.prudent()) {
            archives.expectOthers();
        }
        Rolling rolling = Rolling.by(Roller.of(plan.roll()), archives.archivist(), frozen, plan.prudent());
        return FileLaneSink.rolling(
                plan.name(), rolling, outboxPath(plan.name()), status, opener(plan.name(), plan.prudent()));
    }

    private AppendFile.Opener opener(String sink, boolean prudent) {
        return prudent || open.isBesideOthers()
                ? PrudentFiles.opener(sink, status, prudent ? null : open.home())
                : AppendFile.REAL;
    }

    private LaneSink sifting(Sifter sifter, String name, boolean frozen, boolean empties) {
        SiftFiles files = SiftFiles.of(name, archives.archivist(), frozen, empties, opener(name, false), status);
        return new SiftingLaneSink(name, sifter, files, outboxPath(name), status);
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

    /** The cursors of a plan's sinks. */
    static Set<String> cursorNames(Plan plan) {
        Set<String> names = new HashSet<>();
        for (SinkPlan sink : plan.sinks()) {
            names.add(cursorName(sink.name()));
        }
        return names;
    }

    /** The parts of the lane of the plan's sink of that index. */
    LaneParts parts(SinkPlan plan, int index, AtomicBoolean synchronous) {
        Layout layout = layoutOf(plan, index);
        Cursor cursor = cursor(plan);
        return parts(plan, index, layout, sink(plan, layout, synchronous, true), cursor, new SinkLedger(cursor, calls));
    }

    /** The parts of a lane in the journal of a process that died. */
    LaneParts leftoverParts(SinkPlan plan, int index) {
        Layout layout = layoutOf(plan, index);
        Cursor cursor = cursor(plan);
        return parts(plan, index, layout, leftoverSink(plan, layout), cursor, new SinkLedger(cursor, calls));
    }

    /** The parts of a lane that is added while events are logged. */
    LaneParts joining(SinkPlan plan, int index, AtomicBoolean synchronous, SwitchPoint point) {
        Layout layout = layoutOf(plan, index);
        // First: where it cannot be made, no cursor is left that would hold the journal back.
        LaneSink sink = successor(plan, layout, synchronous);
        Cursor cursor = open.journal().joiningCursor(cursorName(plan.name()));
        // It goes on with what an earlier process has left, and passes all of this one.
        boolean isLeftover = cursor.position() < open.startPosition();
        EventsBefore before = isLeftover ? EventsBefore.none() : point.eventsBefore();
        SinkLedger ledger = SinkLedger.joining(cursor, calls, before);
        return parts(plan, index, layout, sink, cursor, ledger);
    }

    /** What a running lane does differently when its sink becomes the plan's sink of that index. */
    LaneParts changed(LaneParts before, SinkPlan plan, int index) {
        return parts(plan, index, layoutOf(plan, index), before.sink(), before.cursor(), before.ledger());
    }

    private Cursor cursor(SinkPlan plan) {
        return open.journal().cursor(cursorName(plan.name()));
    }

    private LaneParts parts(SinkPlan plan, int index, Layout layout, LaneSink sink, Cursor cursor, SinkLedger ledger) {
        return new LaneParts(
                open.journal(),
                cursor,
                open.dictionary(),
                layout instanceof SinkRoute route ? route : new SinkRoute(tree, index),
                new FilterChain(plan.filters()),
                layout,
                // A group's consoles have told of theirs.
                charset(plan, layout instanceof SinkRoute ? null : status),
                sink,
                ledger,
                status,
                open.startPosition(),
                mostBatchBytes());
    }

    /** All lanes together hold about an eighth of the heap, or the least of each: a lane has two and a half batches. */
    private int mostBatchBytes() {
        long share =
                Runtime.getRuntime().maxMemory() / (8 * 5 / 2) / plan.sinks().size();
        return (int) Math.max(LEAST_BATCH_BYTES, Math.min(share, Integer.MAX_VALUE));
    }

    private Layout layoutOf(SinkPlan sink, int index) {
        // Files and consoles first: asking for a type loads its class.
        if (sink instanceof SinkPlan.FileSink
                || sink instanceof SinkPlan.ConsoleSink
                || sink instanceof SinkPlan.RollingFileSink) {
            return layout(sink);
        }
        if (sink instanceof SinkPlan.SiftingSink sifting) {
            return new Sifter(sink.name(), sifting.sift(), this::layout, status);
        }
        List<GroupMember> members = new ArrayList<>();
        for (SinkPlan member : ((SinkPlan.ConsoleGroup) sink).members()) {
            Frame frame = member instanceof SinkPlan.ConsoleSink ? frame(member) : Frame.NONE;
            members.add(new GroupMember(
                    new FilterChain(member.filters()),
                    layoutOf(member, index),
                    Transcoder.of(charset(member, status)),
                    frame));
        }
        return new ConsoleGroupRoute(tree, index, members);
    }

    private Layout layout(SinkPlan sink) {
        if (sink.layout() instanceof LayoutPlan.Pattern pattern) {
            String place = "sink " + sink.name() + " (" + pattern.origin() + "): ";
            return PatternLayout.compile(
                    pattern.pattern(),
                    LayoutContexts.of(
                            plan, pattern.fixed(), startMicros, hasColors(sink), new PatternProblems(place, status)));
        }
        throw new IllegalArgumentException("no such layout: " + sink.layout());
    }

    private boolean hasColors(SinkPlan sink) {
        // Files first: asking for a type loads its class.
        boolean isFile = sink instanceof SinkPlan.FileSink;
        String reason =
                !isFile && sink instanceof SinkPlan.ConsoleSink console ? ConsoleColors.reasonAgainst(console) : null;
        if (reason != null) {
            status.add(StatusCode.MR343, "sink " + sink.name() + ": no colours, because " + reason);
        }
        return reason == null;
    }

    private static final class PatternProblems implements BiConsumer<String, String> {
        private final String place;
        private final StatusLog status;

        private PatternProblems(String place, StatusLog status) {
            this.place = place;
            this.status = status;
        }

        @Override
        public void accept(String key, String problem) {
            status.add(StatusCode.MR310, place + problem + " [" + key + "]");
        }
    }

    private static Charset charset(SinkPlan plan, StatusLog told) {
        Charset charset = plan.charset();
        if (charset.canEncode()) {
            return charset;
        }
        if (told != null) {
            told.add(
                    StatusCode.MR312,
                    "sink " + plan.name() + ": charset " + charset.name() + " cannot encode; UTF-8 is used instead");
        }
        return StandardCharsets.UTF_8;
    }
}
