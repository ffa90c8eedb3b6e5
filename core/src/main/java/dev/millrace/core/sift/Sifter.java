package dev.millrace.core.sift;

import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.lane.DecidingLayout;
import dev.millrace.core.lane.Transcoder;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.SiftPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.sink.Frame;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.EventTests;
import dev.millrace.layout.Layout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Renders each event as the sink of its value does. Guarded by the lane's lock.
 *
 * @since 0.1.0
 */
public final class Sifter implements DecidingLayout {
    private static final String END_MARKER = "FINALIZE_SESSION";

    private final SiftPlan plan;
    private final byte[] mdcKey;
    private final byte[] defaultBytes;
    private final Function<SinkPlan, Layout> layouts;
    private final SiftValues values;
    private final KeyTable table = new KeyTable();
    private final KeyAges ages;
    private final Predicate<LogEvent> ends = EventTests.onMarker(List.of(END_MARKER));
    private final Utf8Buffer scratch = new Utf8Buffer(64);
    private final Layout sample;
    // Null where values share one stream.
    private SiftFiles files;
    private final SiftBatch batch = new SiftBatch();
    // The key whose event is rendered next into the batch; null: the next one is rendered past it.
    private SiftKey placed;
    private SiftKey rendered;
    private LaneSink.Place became;
    private byte[] gapLine;
    private int textBegin;
    private int lastLevelIndex;
    // What values that were given up have left to write to the console.
    private final Utf8Buffer consoleTexts = new Utf8Buffer(64);

    // The last one's parts: those of most values are the same.
    private LayoutPlan layoutPlan;
    private Layout layout;
    private List<FilterPlan> filterPlans;
    private FilterChain filters;

    /**
     * A sifter.
     *
     * @param sink the sink's name
     * @param layouts makes the layout of a value's sink; it is used by this sifter only
     */
    public Sifter(String sink, SiftPlan plan, Function<SinkPlan, Layout> layouts, StatusLog status) {
        this.plan = plan;
        this.mdcKey = plan.mdcKey() == null ? null : plan.mdcKey().getBytes(StandardCharsets.UTF_8);
        this.defaultBytes = plan.defaultValue().getBytes(StandardCharsets.UTF_8);
        this.layouts = layouts;
        this.values = new SiftValues(sink, plan.defaultValue(), status);
        this.ages = new KeyAges(plan.timeoutMillis(), plan.maxValues());
        this.sample = layouts.apply(plan.sample());
    }

    /** Has files told of the keys that come and go. */
    void files(SiftFiles newFiles) {
        files = newFiles;
    }

    SiftPlan plan() {
        return plan;
    }

    SiftBatch batch() {
        return batch;
    }

    /** The event's key; null when its value is new and cannot be added before the batch is out. */
    SiftKey keyOf(LogEvent event, boolean mayWait) {
        long millis = TimeUnit.MICROSECONDS.toMillis(event.timestampMicros());
        SiftKey key = find(event, millis);
        if (key == null) {
            String value = new String(scratch.bytes(), 0, scratch.length(), StandardCharsets.UTF_8);
            SinkPlan sink = plan.template().apply(value);
            if (sink != null && mayWait && files != null && (batch.isFull() || !files.mayAdd(sink))) {
                return null;
            }
            key = newKey(value, sink);
            add(key, millis);
        } else {
            ages.used(key, millis);
        }
        if (ends.test(event)) {
            ages.ends(key);
        }
        ages.giveUp(millis, this::giveUp);
        return key;
    }

    private void add(SiftKey key, long millis) {
        boolean added = false;
        try {
            if (key.plan != null && files != null) {
                files.added(key, millis);
                if (key.target.owesHeader()) {
                    batch.touch(key.target);
                }
            }
            table.add(key);
            added = true;
        } finally {
            if (!added && files != null) {
                // For want of memory: the next attempt makes another key, and nobody gives this one up.
                files.givenUp(key);
            }
        }
        ages.add(key, millis);
    }

    private void giveUp(SiftKey key) {
        table.remove(key);
        if (files != null) {
            files.givenUp(key);
        }
        endOnConsole(key);
    }

    private void endOnConsole(SiftKey key) {
        if (key.headed) {
            key.headed = false;
            key.frame.putFooter(consoleTexts);
        }
    }

    /** What the console gets when no event comes any more. */
    public byte[] lastConsoleTexts() {
        ages.forEach(this::endOnConsole);
        byte[] texts = Arrays.copyOf(consoleTexts.bytes(), consoleTexts.length());
        consoleTexts.length(0);
        return texts;
    }

    /** The key of the event's value, which is in the scratch buffer then; null when it is new. */
    private SiftKey find(LogEvent event, long millis) {
        scratch.length(0);
        if (mdcKey == null || !event.mdcValue(mdcKey, scratch)) {
            return findDefault();
        }
        int hash = KeyTable.hash(scratch.bytes(), scratch.length());
        SiftKey key = table.find(scratch.bytes(), scratch.length(), hash);
        if (key != null
                || values.accept(new String(scratch.bytes(), 0, scratch.length(), StandardCharsets.UTF_8), millis)) {
            return key;
        }
        return findDefault();
    }

    private SiftKey findDefault() {
        scratch.length(0);
        scratch.put(defaultBytes);
        return table.find(defaultBytes, defaultBytes.length, KeyTable.hash(defaultBytes, defaultBytes.length));
    }

    private SiftKey newKey(String value, SinkPlan sink) {
        byte[] bytes = Arrays.copyOf(scratch.bytes(), scratch.length());
        int hash = KeyTable.hash(bytes, bytes.length);
        if (sink == null) {
            return new SiftKey(bytes, value, hash, null, null, null, null, Frame.NONE);
        }
        if (!sink.layout().equals(layoutPlan)) {
            layout = layouts.apply(sink);
            layoutPlan = sink.layout();
            if (layout.callerFrames() > callerFrames()) {
                values.lacksCaller(value);
            }
        }
        if (!sink.filters().equals(filterPlans)) {
            filters = new FilterChain(sink.filters());
            filterPlans = sink.filters();
        }
        Charset charset = charset(sink);
        return new SiftKey(bytes, value, hash, sink, layout, filters, Transcoder.of(charset), Frame.of(sink, charset));
    }

    /** What the bytes of a value's sink are encoded in. */
    static Charset charset(SinkPlan sink) {
        return sink.charset().canEncode() ? sink.charset() : StandardCharsets.UTF_8;
    }

    /** The next event that is rendered goes into the batch, and to this key. */
    void place(SiftKey key) {
        placed = key;
    }

    /** The key of the event that was rendered last past the batch; null when nothing of it was. */
    SiftKey rendered() {
        return rendered;
    }

    @Override
    public LaneSink.Place became() {
        return became;
    }

    /** A gap line at the end of a batch, whose event was not taken, goes with the last event or with the next. */
    void takeRest(byte[] bytes, int length) {
        if (batch.last() == null) {
            gapLine = Arrays.copyOfRange(bytes, batch.end(), length);
        } else {
            batch.add(batch.last(), batch.end(), length);
        }
    }

    /** An event that could not be repeated for all its ways is taken back: the text ends in front of it. */
    void cutTo(int length) {
        if (batch.end() > length) {
            batch.cut(length);
            batch.last().eventsByLevel[lastLevelIndex]--;
        }
    }

    /** Whatever was rendered into the batch is rendered again, with its gap line, or never. */
    void forgetBatch() {
        batch.clear();
        gapLine = null;
    }

    @Override
    public void render(LogEvent event, Utf8Buffer out) {
        SiftKey key = placed;
        placed = null;
        became = LaneSink.Place.HERE;
        if (key == null) {
            renderPastTheBatch(event, out);
            return;
        }
        cutTo(out.length());
        if (gapLine != null) {
            out.put(gapLine);
        }
        // From where the last event ended: a gap line may stand between.
        int from = batch.end();
        textBegin = out.length();
        render(key, event, out, from);
        batch.add(key.target, from, out.length());
        lastLevelIndex = Levels.indexOf(event.level());
        key.target.eventsByLevel[lastLevelIndex]++;
        gapLine = null;
    }

    @Override
    public int textBegin(int start) {
        return textBegin;
    }

    @Override
    public void repeated(int end) {
        if (batch.last() != null) {
            batch.add(batch.last(), batch.end(), end);
        }
    }

    private void renderPastTheBatch(LogEvent event, Utf8Buffer out) {
        rendered = null;
        SiftKey key = keyOf(event, false);
        if (files == null) {
            putConsoleTexts(key, out);
        }
        textBegin = out.length();
        if (key.plan == null) {
            became = LaneSink.Place.FAILED;
        } else if (!key.filters.accepts(event)) {
            became = LaneSink.Place.FILTERED;
        } else {
            render(key, event, out, textBegin);
            rendered = key;
        }
    }

    private void putConsoleTexts(SiftKey key, Utf8Buffer out) {
        if (!key.headed && key.plan != null) {
            key.headed = true;
            key.frame.putHeader(out);
        }
        out.put(consoleTexts.bytes(), 0, consoleTexts.length());
        consoleTexts.length(0);
    }

    private static void render(SiftKey key, LogEvent event, Utf8Buffer out, int from) {
        key.layout.render(event, out);
        if (key.transcoder != null) {
            key.transcoder.apply(out, from);
        }
    }

    @Override
    public int callerFrames() {
        return sample.callerFrames();
    }
}
