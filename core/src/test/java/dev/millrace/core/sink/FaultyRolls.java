package dev.millrace.core.sink;

import dev.millrace.core.roll.RollFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Real file operations that fail, or end the process, at the n-th one. */
public final class FaultyRolls extends RollFiles {
    /** Where in an operation the process ends. */
    public enum At {
        BEFORE,
        WITHIN,
        AFTER
    }

    private final RollFiles real = RollFiles.REAL;
    private At killAt;
    private int killIn = Integer.MAX_VALUE;
    private int failFrom = Integer.MAX_VALUE;
    private int failTo = Integer.MAX_VALUE;
    private int interruptIn = Integer.MAX_VALUE;
    public boolean otherFileSystem;
    public boolean killed;
    public int operations;
    public Runnable beforeLength = () -> {};
    public Runnable behindMark = () -> {};
    public Runnable behindCopy = () -> {};
    /** Run when half of a file is copied; null: copies do not stall. */
    public Runnable withinCopy;

    public void killAt(int operation, At at) {
        killIn = operation;
        killAt = at;
    }

    public void failAt(int operation) {
        failAt(operation, 1);
    }

    /** Several operations fail, one after the other. */
    public void failAt(int operation, int count) {
        failFrom = operation;
        failTo = operation + count;
    }

    public void interruptAt(int operation) {
        interruptIn = operation;
    }

    private interface Operation {
        void run() throws IOException;
    }

    private void run(Operation operation, Operation half) throws IOException {
        if (killed) {
            throw new FaultyFiles.Killed();
        }
        int number = operations++;
        if (number == interruptIn) {
            Thread.currentThread().interrupt();
        }
        if (number >= failFrom && number < failTo) {
            half.run();
            throw new IOException("No space left on device");
        }
        if (number != killIn) {
            operation.run();
            return;
        }
        if (killAt == At.WITHIN) {
            half.run();
        } else if (killAt == At.AFTER) {
            operation.run();
        }
        killed = true;
        throw new FaultyFiles.Killed();
    }

    @Override
    public long identity(Path file) {
        return real.identity(file);
    }

    @Override
    public boolean takesBytes(Path file) {
        return real.takesBytes(file);
    }

    @Override
    public long length(Path file) {
        beforeLength.run();
        return real.length(file);
    }

    @Override
    public void createFolders(Path file) throws IOException {
        run(() -> real.createFolders(file), () -> {});
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        if (otherFileSystem) {
            throw new AtomicMoveNotSupportedException(from.toString(), to.toString(), "another file system");
        }
        run(() -> real.rename(from, to), () -> {});
    }

    @Override
    public void append(Path from, long offset, Path to) throws IOException {
        run(() -> append(from, offset, to, withinCopy), () -> {
            byte[] bytes = Files.readAllBytes(from);
            int rest = bytes.length - (int) offset;
            byte[] part = java.util.Arrays.copyOfRange(bytes, (int) offset, (int) offset + rest / 2);
            Files.write(to, part, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        });
        behindCopy.run();
    }

    private void append(Path from, long offset, Path to, Runnable stall) throws IOException {
        if (stall == null) {
            real.append(from, offset, to);
            return;
        }
        try (FileChannel source = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel target = FileChannel.open(to, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            long half = offset + (source.size() - offset) / 2;
            target.position(target.size());
            source.transferTo(offset, half - offset, target);
            stall.run();
            source.transferTo(half, source.size() - half, target);
        }
    }

    @Override
    public void cut(Path file, long length) throws IOException {
        run(() -> real.cut(file, length), () -> {});
    }

    @Override
    public void delete(Path file) throws IOException {
        run(() -> real.delete(file), () -> {});
    }

    @Override
    public void mark(Path file, byte[] content) throws IOException {
        run(() -> real.mark(file, content), () -> {});
        behindMark.run();
    }

    @Override
    public boolean renameMark(Path mark, Path newName) throws IOException {
        boolean exists = Files.exists(mark);
        if (exists) {
            run(() -> real.renameMark(mark, newName), () -> {});
        }
        return exists;
    }
}
