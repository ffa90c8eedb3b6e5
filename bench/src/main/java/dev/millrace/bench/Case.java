package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import java.util.Map;

/**
 * One case of the throughput scenario.
 *
 * @param threads how many log
 * @param virtual whether they are virtual
 * @param messageBytes length of a message, or {@link LineFormat#STANDARD_MESSAGE}
 * @param toDisk whether the bytes must be on the disk when the clock stops
 * @param jdk the JDK's word where it is not the current one, else empty
 */
record Case(int threads, boolean virtual, int messageBytes, boolean toDisk, String jdk) {
    /** What the driver of a backend is told. */
    Map<String, String> parameters(Backend backend, long warmup, long events) {
        return Map.of(
                "memory", Boolean.toString(isBesideVirtual()),
                "threads", Integer.toString(threads),
                "virtual", Boolean.toString(virtual),
                "messageBytes", Integer.toString(messageBytes),
                "tailLines", Long.toString((backend.tailBytes() + format().lineBytes() - 1) / format().lineBytes()),
                "toDisk", Boolean.toString(toDisk),
                "warmup", Long.toString(warmup),
                "events", Long.toString(events));
    }

    /**
     * Whether it is one of those that show what virtual threads cost, also with the platform threads of the same JDK: there the
     * memory of the forks is looked at, too.
     */
    boolean isBesideVirtual() {
        return virtual || !jdk.isEmpty();
    }

    /** The format of its lines when a backend writes them. */
    LineFormat format() {
        return LineFormat.of(messageBytes, threads);
    }

    /** Its name for readers; begins with the number that it varies. */
    String group() {
        String text = messageBytes == LineFormat.STANDARD_MESSAGE
                ? threads + (virtual ? " virtual" : "") + (threads == 1 ? " thread" : " threads")
                : messageBytes + "-byte messages";
        return toDisk ? text + ", to the disk" : text;
    }

    /** The section that it belongs to. */
    String section() {
        if (toDisk) {
            return "Sustained, to the disk";
        }
        if (isBesideVirtual()) {
            return "Throughput of virtual threads" + (jdk.isEmpty() ? "" : ", JDK " + jdk);
        }
        return messageBytes == LineFormat.STANDARD_MESSAGE ? "Throughput by threads" : "Throughput by length";
    }
}
