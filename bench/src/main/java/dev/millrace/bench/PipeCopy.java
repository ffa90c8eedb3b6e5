package dev.millrace.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a pipe as fast as it can, into a file. */
final class PipeCopy implements Runnable {
    private static final int PIPE_BYTES = 1 << 16;

    private final InputStream pipe;
    private final OutputStream file;
    private final Thread thread = new Thread(this, "bench-pipe");
    private volatile IOException failure;

    private PipeCopy(InputStream pipe, OutputStream file) {
        this.pipe = pipe;
        this.file = file;
    }

    static PipeCopy start(InputStream pipe, Path target) throws IOException {
        PipeCopy copy = new PipeCopy(pipe, Files.newOutputStream(target));
        copy.thread.setDaemon(true);
        copy.thread.start();
        return copy;
    }

    @Override
    public void run() {
        byte[] bytes = new byte[PIPE_BYTES];
        try (file) {
            for (int read = pipe.read(bytes); read >= 0; read = pipe.read(bytes)) {
                file.write(bytes, 0, read);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Waits until the writing end is closed and everything is in the file. */
    void await() throws IOException, InterruptedException {
        thread.join();
        if (failure != null) {
            throw new IOException("the pipe could not be copied", failure);
        }
    }
}
