package dev.millrace.bench;

import java.io.IOException;
import java.util.List;
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
        watch(process);
        return process;
    }

    /** Processes of which each reads what the one before prints. */
    static List<Process> startPipeline(List<ProcessBuilder> builders) throws IOException {
        List<Process> processes = ProcessBuilder.startPipeline(builders);
        processes.forEach(LiveForks::watch);
        return processes;
    }

    private static void watch(Process process) {
        LIVE.add(process);
        process.onExit().thenRun(() -> LIVE.remove(process));
    }
}
