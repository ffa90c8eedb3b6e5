package dev.millrace.bench.driver;

import com.sun.management.OperatingSystemMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The bytes of the lines without a logging backend: what a row of {@code write(2)} or of a queue is made of. One thread,
 * lines rendered beforehand and written again and again, so that nothing but the writing is measured.
 */
abstract class BytesDriver implements Driver {
    private static final int BLOCK_BYTES = 65_536;

    /** Somewhere for bytes. */
    interface Target extends AutoCloseable {
        /** Takes the bytes; they are the bench's again when the call returns. */
        void write(byte[] bytes, int lineBytes) throws IOException;

        /** Brings what was written to the disk. */
        void force() throws IOException;

        @Override
        void close() throws IOException;
    }

    /** Opens what is measured. */
    abstract Target open(Parameters parameters) throws IOException;

    @Override
    public final void run(Parameters parameters, Measured measured) throws Exception {
        LineFormat format = LineFormat.of(parameters.count("messageBytes"), 1);
        byte[] block = block(format);
        int linesOfBlock = block.length / format.lineBytes();
        long warmup = parameters.longCount("warmup") / linesOfBlock;
        long blocks = Math.max(1, parameters.longCount("events") / linesOfBlock);
        boolean toDisk = parameters.isOn("toDisk");
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        boolean warmMemory = parameters.isAsked("warmMemory");
        try (Target target = open(parameters)) {
            write(target, block, format, warmup);
            if (toDisk) {
                target.force();
            }
            try (WarmMemory memory = warmMemory ? warmed(parameters.file(), blocks * block.length) : null) {
                if (memory != null) {
                    memory.giveAheadOf(parameters.file());
                }
                long cpuBefore = system.getProcessCpuTime();
                long start = System.nanoTime();
                write(target, block, format, blocks);
                long returned = System.nanoTime();
                if (toDisk) {
                    target.force();
                }
                measured.put("callsNs", returned - start);
                measured.put("fileNs", System.nanoTime() - start);
                measured.put("cpuNs", system.getProcessCpuTime() - cpuBefore);
            }
        }
        measured.put("complete", 1);
        measured.put("linesEach", (warmup + blocks) * linesOfBlock);
        measured.put("events", blocks * linesOfBlock);
    }

    /** The warm-up's pages are given back before, as with a queue. */
    private static WarmMemory warmed(Path file, long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
        return WarmMemory.of(file.resolveSibling("warm-memory"), bytes);
    }

    private static void write(Target target, byte[] block, LineFormat format, long times) throws IOException {
        for (long i = 0; i < times; i++) {
            target.write(block, format.lineBytes());
        }
    }

    private static byte[] block(LineFormat format) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (long i = 0; block.size() + format.lineBytes() <= BLOCK_BYTES; i++) {
            block.writeBytes(format.line(0, i));
        }
        return block.toByteArray();
    }
}
