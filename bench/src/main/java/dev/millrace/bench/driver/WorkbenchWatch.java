package dev.millrace.bench.driver;

import java.util.concurrent.CompletableFuture;

/**
 * Ends this JVM when the workbench is gone. One that was killed cannot end its forks, and one of them would log until the
 * disk is full.
 */
final class WorkbenchWatch {
    static final int EXIT_ALONE = 4;

    private WorkbenchWatch() {}

    /** Watches the process of that id, for as long as this one lives. */
    static void start(long pid) {
        CompletableFuture<Void> ignored = ProcessHandle.of(pid)
                .map(ProcessHandle::onExit)
                .orElse(CompletableFuture.completedFuture(null))
                .thenRun(() -> Runtime.getRuntime().halt(EXIT_ALONE));
    }
}
