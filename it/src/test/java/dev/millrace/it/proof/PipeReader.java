package dev.millrace.it.proof;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a child's output into a file, and can stop reading. */
final class PipeReader {
    private final InputStream pipe;
    private final OutputStream target;
    private final Thread thread = new Thread(this::copy, "pipe-reader");
    private boolean paused;
    private boolean abandoned;

    PipeReader(InputStream pipe, Path target) {
        this.pipe = pipe;
        try {
            this.target = Files.newOutputStream(target);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        thread.setDaemon(true);
        thread.start();
    }

    private void copy() {
        byte[] bytes = new byte[1 << 16];
        try (target) {
            while (mayRead()) {
                int read = pipe.read(bytes);
                if (read < 0) {
                    return;
                }
                target.write(bytes, 0, read);
            }
        } catch (IOException | InterruptedException e) {
            // The child has gone; what was read is in the file.
        }
    }

    private synchronized boolean mayRead() throws InterruptedException {
        while (paused) {
            wait();
        }
        return !abandoned;
    }

    /** Stops reading after what is being read, or goes on. */
    synchronized void pause(boolean now) {
        paused = now;
        notifyAll();
    }

    /** Waits for the end of the output; a reader that is paused is given up. */
    void finish() throws InterruptedException {
        synchronized (this) {
            abandoned = paused;
            paused = false;
            notifyAll();
        }
        thread.join();
    }
}
