package dev.millrace.bench;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * The processes that the workbench has started and that still run: none outlives it, however it ends, and what is to be
 * done behind the last of them is done then. Thread-safe.
 */
final class LiveForks {
    private static final long LIMIT_SECONDS = 10;
    private static final Set<Process> LIVE = ConcurrentHashMap.newKeySet();
    private static final Set<Runnable> BEHIND = ConcurrentHashMap.newKeySet();
    private static volatile boolean ending;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(LiveForks::end, "bench-killer"));
    }

    private LiveForks() {}

    static Process start(ProcessBuilder builder) throws IOException {
        awaitNoEnd();
        Process process = builder.start();
        watch(process);
        return process;
    }

    /** Processes of which each reads what the one before prints. */
    static List<Process> startPipeline(List<ProcessBuilder> builders) throws IOException {
        awaitNoEnd();
        List<Process> processes = ProcessBuilder.startPipeline(builders);
        processes.forEach(LiveForks::watch);
        return processes;
    }

    /** Has something done at the end of the workbench, behind that of its forks, until it is forgotten. */
    static void behind(Runnable last) {
        BEHIND.add(last);
        if (ending) {
            last.run();
            awaitNoEnd();
        }
    }

    static void forget(Runnable last) {
        BEHIND.remove(last);
    }

    private static void watch(Process process) {
        LIVE.add(process);
        process.onExit().thenRun(() -> LIVE.remove(process));
        if (ending) {
            process.destroyForcibly();
        }
    }

    /** Never returns once the end has begun: who was waiting for a fork would take its death for a result and go on. */
    static void awaitNoEnd() {
        while (ending) {
            LockSupport.park();
        }
    }

    private static void end() {
        ending = true;
        LIVE.forEach(Process::destroyForcibly);
        try {
            for (Process process : LIVE) {
                Process ignored = process.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            // A process in the system's hands: what is behind it is done beside it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        BEHIND.forEach(Runnable::run);
    }
}
