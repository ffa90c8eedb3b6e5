package dev.millrace.it.child;

import dev.millrace.it.workload.EventText;
import dev.millrace.it.workload.LineShape;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLogger;

/**
 * Logs at every depth near the end of the stack, on the way down and on the way up again. Arguments: overflows, seed,
 * whether calls at a sane depth come first. Thread 0 logs while it overflows, thread 1 afterwards.
 */
public final class OverflowChild {
    private static final int LAST_FRAMES = 400;
    private static final int MAX_STRIDE = 16;
    private static final int AFTERWARDS = 1000;

    private final Logger logger = LoggerFactory.getLogger(EventText.LOGGER);
    private final Random random;
    private long next;
    private long overflows;
    private long thrown;
    private int deepest;
    private int from;
    private int stride;

    private OverflowChild(long seed) {
        random = new Random(seed);
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Lifeline.hold();
        int wanted = Integer.parseInt(args[0]);
        // The classes of the workload must be there before the stack ends; those of the backend need not.
        Afterwards.log(NOPLogger.NOP_LOGGER, 0, 2L * EventText.WARN_STRIDE);
        OverflowChild child = new OverflowChild(Long.parseLong(args[1]));
        boolean warm = Boolean.parseBoolean(args[2]);
        Thread diver = new Thread(() -> child.dive(wanted, warm), LineShape.threadName(0));
        diver.start();
        diver.join();
        Thread later = new Thread(() -> Afterwards.log(child.logger, 1, AFTERWARDS), LineShape.threadName(1));
        later.start();
        later.join();
        System.out.println("overflows=" + child.overflows);
        System.out.println("thrown=" + child.thrown);
        System.out.println("calls=" + child.next);
        System.out.println("afterwards=" + AFTERWARDS);
        Afterwards.end();
    }

    private void dive(int wanted, boolean warm) {
        for (int i = 0; warm && i < 20_000; i++) {
            log();
        }
        while (overflows < wanted) {
            int kind = random.nextInt(64) == 0 ? 3 : random.nextInt(3);
            from = Integer.MAX_VALUE;
            overflow(kind);
            // A frame's size changes when it is compiled: the end is where this very method met it just now.
            from = deepest - random.nextInt(LAST_FRAMES);
            stride = 1 + random.nextInt(MAX_STRIDE);
            overflow(kind);
            overflows++;
        }
    }

    private void overflow(int kind) {
        deepest = 0;
        try {
            switch (kind) {
                case 0 -> down(1);
                case 1 -> downWide(1, 2, 3, 4, 5);
                case 2 -> up(1);
                default -> logger.info("|t=0 s={} d=0.0 x={}|", -1, new Bottomless());
            }
        } catch (StackOverflowError e) {
            // The end of the stack, which was wanted.
        }
    }

    private int down(int depth) {
        deepest = depth;
        if (isDue(depth)) {
            log();
        }
        return down(depth + 1) + 1;
    }

    private long downWide(int depth, long a, long b, long c, long d) {
        deepest = depth;
        if (isDue(depth)) {
            log();
        }
        return downWide(depth + 1, a + 1, b + 2, c + 3, d + a) + a * b - c;
    }

    private int up(int depth) {
        deepest = Math.max(deepest, depth);
        try {
            return up(depth + 1) + 1;
        } catch (StackOverflowError e) {
            if (isDue(depth)) {
                log();
            }
            throw e;
        }
    }

    private boolean isDue(int depth) {
        return depth >= from && depth % stride == 0;
    }

    private void log() {
        long s = next++;
        try {
            EventText.log(logger, 0, s);
        } catch (StackOverflowError e) {
            thrown++;
        }
    }

    /** An argument whose text never ends. */
    private static final class Bottomless {
        @Override
        public String toString() {
            return "x" + new Bottomless();
        }
    }
}
