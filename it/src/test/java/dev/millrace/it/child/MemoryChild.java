package dev.millrace.it.child;

import dev.millrace.it.workload.EventText;
import dev.millrace.it.workload.LineShape;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLogger;

/**
 * Runs out of memory during log calls: in an argument's {@code toString} and with a heap that is full. Argument: how
 * often, and how many calls meet a full heap each time. Thread 0 logs meanwhile, thread 1 afterwards.
 */
public final class MemoryChild {
    private static final int AFTERWARDS = 1000;
    private static volatile List<byte[]> hoard;

    private MemoryChild() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Lifeline.hold();
        int times = Integer.parseInt(args[0]);
        int callsWhenFull = Integer.parseInt(args[1]);
        Logger logger = LoggerFactory.getLogger(EventText.LOGGER);
        // The platform's management classes do not recover when memory ends while they are loaded.
        Counters.await();
        // Nor does a class whose first use ends without memory: the workload's must be there before.
        Afterwards.log(NOPLogger.NOP_LOGGER, 0, 2L * EventText.WARN_STRIDE);
        long[] counts = new long[2];
        Thread hungry = new Thread(() -> starve(logger, times, callsWhenFull, counts), LineShape.threadName(0));
        hungry.start();
        hungry.join();
        Thread later = new Thread(() -> Afterwards.log(logger, 1, AFTERWARDS), LineShape.threadName(1));
        later.start();
        later.join();
        System.out.println("calls=" + counts[0]);
        System.out.println("thrown=" + counts[1]);
        System.out.println("afterwards=" + AFTERWARDS);
        Afterwards.end();
    }

    private static void starve(Logger logger, int times, int callsWhenFull, long[] counts) {
        for (int i = 0; i < times; i++) {
            try {
                logger.info("a hungry argument: {}", new Hungry());
            } catch (OutOfMemoryError e) {
                counts[1]++;
            }
            fill();
            for (int call = 0; call < callsWhenFull; call++) {
                long s = counts[0]++;
                try {
                    EventText.log(logger, 0, s);
                } catch (OutOfMemoryError e) {
                    counts[1]++;
                }
            }
            hoard = null;
        }
    }

    private static void fill() {
        List<byte[]> list = new ArrayList<>();
        hoard = list;
        for (int bytes = 1 << 20; bytes >= 64; bytes >>= 2) {
            try {
                while (true) {
                    list.add(new byte[bytes]);
                }
            } catch (OutOfMemoryError e) {
                // Now in smaller pieces.
            }
        }
    }

    /** An argument whose text takes all memory. */
    private static final class Hungry {
        @Override
        public String toString() {
            List<byte[]> list = new ArrayList<>();
            while (true) {
                list.add(new byte[1 << 16]);
            }
        }
    }
}
