package dev.millrace.journal;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps readers from mapping as many files as the system lets a process have: beyond that the JVM's own mappings fail, and it
 * aborts. Not final: tests say how many there are.
 */
class MappingLimit {
    static final MappingLimit OF_PROCESS = new MappingLimit();

    /** Looked at so seldom, because each mapping is a line to be read. */
    static final int LOOK_EVERY = 1 << 10;

    /** This part of them is left to the JVM, the rest of the program, and who maps between two looks. */
    private static final int RESERVED_PART = 8;

    private static final long UNKNOWN = Long.MAX_VALUE;

    private static final int LOOKS_AFTER_COLLECTION = 10;
    private static final long LOOK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private int untilLook = LOOK_EVERY;

    /**
     * To be called before each mapping.
     *
     * @throws IOException where there are too many
     */
    final synchronized void beforeMapping() throws IOException {
        if (untilLook > 0) {
            untilLook--;
            return;
        }
        long most = most();
        long usable = most - most / RESERVED_PART;
        long mapped = mapped();
        if (mapped >= usable) {
            // What closed readers had mapped is there until then.
            collectGarbage();
            mapped = mapped();
        }
        for (int look = 0; mapped >= usable && look < LOOKS_AFTER_COLLECTION; look++) {
            LockSupport.parkNanos(this, LOOK_AGAIN_NS);
            mapped = mapped();
        }
        if (mapped >= usable) {
            throw new IOException("too many mappings in this process: mappings=" + mapped + ", vm.max_map_count=" + most
                    + ", of which readers may take " + usable
                    + " (open fewer tailers in one process, have larger segments, or raise sysctl vm.max_map_count)");
        }
        untilLook = LOOK_EVERY;
    }

    void collectGarbage() {
        System.gc();
    }

    /** How many mappings the process has; 0 where that is not told. */
    long mapped() {
        try (InputStream maps = new FileInputStream("/proc/self/maps")) {
            byte[] piece = new byte[64 << 10];
            long lines = 0;
            for (int read = maps.read(piece); read > 0; read = maps.read(piece)) {
                for (int at = 0; at < read; at++) {
                    lines += piece[at] == '\n' ? 1 : 0;
                }
            }
            return lines;
        } catch (IOException e) {
            return 0;
        }
    }

    /** How many it may have; as many as can be where that is not told. */
    long most() {
        try {
            return Long.parseLong(
                    KernelRandom.text("/proc/sys/vm/max_map_count").strip());
        } catch (IOException | NumberFormatException e) {
            return UNKNOWN;
        }
    }
}
