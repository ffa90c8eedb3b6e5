package dev.millrace.core;

import java.util.List;

/**
 * What only the end of a program uses, or the first exception that is logged: loaded before, because the jar may have
 * been replaced by then.
 */
final class ExitClasses {
    static final List<String> NAMES = List.of(
            "dev.millrace.core.sink.ExitWriter",
            "dev.millrace.core.sink.BoundedWrite",
            "dev.millrace.core.counter.SinkCounters",
            "dev.millrace.core.status.StatusPrinter",
            "dev.millrace.journal.MemorySegmentStore",
            "dev.millrace.journal.JournalNotice",
            "dev.millrace.core.status.PrintLimit",
            "dev.millrace.core.sink.LaneSink$Place",
            "dev.millrace.event.Levels",
            "dev.millrace.event.EventDetails",
            "dev.millrace.event.EventSummary",
            "dev.millrace.layout.pattern.ThrowableText");

    private ExitClasses() {}

    static void load() throws ClassNotFoundException {
        for (String name : NAMES) {
            Class<?> ignored = Class.forName(name);
        }
    }
}
