package dev.millrace.bench;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The processes that the workbench has started and that still run: none outlives it, however it ends. Thread-safe. */
final class LiveForks {
    private static final Set<Process> LIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> LIVE.forEach(Process::destroyForcibly), "bench-killer"));
    }

    private LiveForks() {}

    static Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        LIVE.add(process);
        process.onExit().thenRun(() -> LIVE.remove(process));
        return process;
    }
}
