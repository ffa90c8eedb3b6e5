package dev.millrace.it.child;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The line from the proof: commands come over it, and when it breaks, the child ends. */
final class Lifeline {
    private static final int ORPHANED = 99;

    private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();

    /** Begins to listen. */
    static Lifeline hold() {
        Lifeline lifeline = new Lifeline();
        Thread thread = new Thread(lifeline::listen, "lifeline");
        thread.setDaemon(true);
        thread.start();
        return lifeline;
    }

    private void listen() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                commands.add(line);
            }
        } catch (IOException e) {
            // Broken is as good as closed.
        }
        Runtime.getRuntime().halt(ORPHANED);
    }

    /** The next command; waits for it. */
    String next() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return commands.take();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
