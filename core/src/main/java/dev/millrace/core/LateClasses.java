package dev.millrace.core;

import java.util.List;

/**
 * What a program may use for the first time long after its start: at its end, for an exception that is logged, for a
 * block that is full or a lane that is far behind. Loaded before, because the jar may have been replaced by then.
 */
final class LateClasses {
    static final List<String> NAMES = List.of(
            "dev.millrace.core.sink.ExitWriter",
            "dev.millrace.core.sink.BoundedWrite",
            "dev.millrace.core.sink.ConsoleLaneSink$ThroughStream",
            "dev.millrace.core.LeftoverJournals",
            "dev.millrace.core.counter.SinkCounters",
            "dev.millrace.core.status.StatusPrinter",
            "dev.millrace.journal.MemorySegmentStore",
            "dev.millrace.journal.JournalNotice",
            "dev.millrace.journal.SegmentFormat",
            "dev.millrace.journal.VirtualPauses",
            "dev.millrace.core.lane.AheadBlock",
            "dev.millrace.core.lane.RenderAhead",
            "dev.millrace.core.outbox.TextRegion",
            "dev.millrace.core.status.PrintLimit",
            "dev.millrace.core.sink.LaneSink$Place",
            "dev.millrace.event.Levels",
            "dev.millrace.event.EventDetails",
            "dev.millrace.event.EventSummary",
            "dev.millrace.event.Digits",
            "dev.millrace.event.Redaction",
            "dev.millrace.core.lane.LaneSwitch",
            "dev.millrace.event.ThrownReader",
            "dev.millrace.event.CapturedThrowable",
            "dev.millrace.layout.pattern.ThrowableText",
            "dev.millrace.layout.pattern.StackTraceStyle",
            "dev.millrace.layout.pattern.StackTraceText",
            "dev.millrace.layout.pattern.StackTraceText$Kin",
            "dev.millrace.layout.pattern.StackTraceText$Frames",
            "dev.millrace.layout.pattern.FrameTexts");

    private LateClasses() {}

    static void load() throws ClassNotFoundException {
        for (String name : NAMES) {
            Class<?> ignored = Class.forName(name);
        }
    }
}
