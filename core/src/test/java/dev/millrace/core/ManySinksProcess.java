package dev.millrace.core;

import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program with many files, which all get more than their sinks can write at the moment. */
final class ManySinksProcess {
    static final int SINKS = 30;
    static final int EVENTS_A_SINK = 60_000;

    private ManySinksProcess() {}

    public static void main(String[] args) throws IOException {
        Path dir = Path.of(args[0]);
        Plans plans = Plans.plan(dir);
        for (int i = 0; i < SINKS; i++) {
            plans.file("F" + i, dir.resolve(i + ".log"));
        }
        Engine engine = Bootstrap.start(plans.build(), new StatusLog());
        for (int i = 0; i < EVENTS_A_SINK; i++) {
            EngineTest.log(engine, "logger", Levels.INFO, "event " + i + " of a program with a little heap");
        }
        while (engine.counters().sinks().stream().anyMatch(sink -> sink.pending() > 0)) {
            Thread.onSpinWait();
        }
        System.gc();
        Runtime heap = Runtime.getRuntime();
        long taken = heap.totalMemory() - heap.freeMemory();
        engine.close();
        if (taken > heap.maxMemory() / 4) {
            throw new IllegalStateException(taken + " bytes of the heap are taken");
        }
        for (int i = 0; i < SINKS; i++) {
            long lines;
            try (var text = Files.lines(dir.resolve(i + ".log"))) {
                lines = text.count();
            }
            if (lines != EVENTS_A_SINK) {
                throw new IllegalStateException(i + ".log has " + lines + " lines");
            }
        }
        System.out.println("done");
    }
}
