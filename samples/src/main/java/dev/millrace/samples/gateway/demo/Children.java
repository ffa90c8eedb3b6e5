package dev.millrace.samples.gateway.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The processes that the demo has started, so that none outlives it. Thread-safe. */
final class Children {
    private final List<Process> processes = new ArrayList<>();
    private boolean closed;

    synchronized Process start(ProcessBuilder builder) throws IOException {
        if (closed) {
            throw new IOException("the demo is ending");
        }
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    /** Ends what still runs and lets nothing start any more. */
    synchronized void killAll() {
        closed = true;
        for (Process process : processes) {
            process.destroyForcibly();
        }
        boolean interrupted = false;
        for (Process process : processes) {
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
