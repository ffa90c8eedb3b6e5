package dev.millrace.journal;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Asks the disk to keep the cursors that have moved, whatever process moved them. Used by a queue's owner. */
final class CursorSync {
    private final Path cursors;
    private final long journalId;
    private final QueueDisk disk;
    private final ReentrantLock forcing = new ReentrantLock();

    /** By name, what the disk has. */
    private final Map<String, Kept> kept = new HashMap<>();

    private record Kept(long position, boolean required, long leaseMs) {}

    CursorSync(Path cursors, long journalId, QueueDisk disk) {
        this.cursors = cursors;
        this.journalId = journalId;
        this.disk = disk;
    }

    /** Returns when the disk has all cursors as they are now, or further. */
    void sync() throws IOException {
        forcing.lock();
        try {
            Map<String, CursorFile.State> states = look();
            kept.keySet().retainAll(states.keySet());
            for (Map.Entry<String, CursorFile.State> cursor : states.entrySet()) {
                CursorFile.State state = cursor.getValue();
                Kept now = new Kept(state.position(), state.required(), state.leaseMs());
                if (state.whole() && !now.equals(kept.get(cursor.getKey()))) {
                    force(cursor.getKey());
                    kept.put(cursor.getKey(), now);
                }
            }
        } finally {
            forcing.unlock();
        }
    }

    private void force(String name) throws IOException {
        Path file = cursors.resolve(name + CursorFile.SUFFIX);
        try {
            disk.forceFile(file);
        } catch (NoSuchFileException e) {
            // Removed since it was looked at.
        } catch (IOException e) {
            // The system takes what a disk has refused for written: the next attempt would find nothing to do.
            CursorFile.touch(file);
            throw e;
        }
    }

    private Map<String, CursorFile.State> look() throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return QueueCursors.all(cursors, journalId);
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
