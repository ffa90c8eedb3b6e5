package dev.millrace.config.logback;

import dev.millrace.core.roll.RollFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Real file operations, some of which end the process just before they begin or just after they are done. */
final class KillingRolls extends RollFiles {
    /** The process has ended. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private interface Operation {
        void run() throws IOException;
    }

    private final Random random;
    private final int oneIn;
    private boolean killed;

    /** Ends the process at every {@code oneIn}-th operation on average; 0: never. */
    KillingRolls(Random random, int oneIn) {
        this.random = random;
        this.oneIn = oneIn;
    }

    /** Whether the process has ended; whatever it does from then on has no effect. */
    boolean isKilled() {
        return killed;
    }

    private void run(Operation operation) throws IOException {
        if (!killed && (oneIn == 0 || random.nextInt(oneIn) > 0)) {
            operation.run();
            return;
        }
        if (!killed && random.nextBoolean()) {
            operation.run();
        }
        killed = true;
        throw new Killed();
    }

    @Override
    public long identity(Path file) {
        return REAL.identity(file);
    }

    @Override
    public boolean takesBytes(Path file) {
        return REAL.takesBytes(file);
    }

    @Override
    public long length(Path file) {
        return REAL.length(file);
    }

    @Override
    public void createFolders(Path file) throws IOException {
        run(() -> REAL.createFolders(file));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        run(() -> REAL.rename(from, to));
    }

    @Override
    public void append(Path from, long offset, Path to) throws IOException {
        run(() -> REAL.append(from, offset, to));
    }

    @Override
    public void cut(Path file, long length) throws IOException {
        run(() -> REAL.cut(file, length));
    }

    @Override
    public void delete(Path file) throws IOException {
        run(() -> REAL.delete(file));
    }

    @Override
    public void mark(Path file, byte[] content) throws IOException {
        run(() -> REAL.mark(file, content));
    }

    @Override
    public boolean renameMark(Path mark, Path newName) throws IOException {
        boolean exists = Files.exists(mark);
        if (exists) {
            run(() -> REAL.renameMark(mark, newName));
        }
        return exists;
    }
}
