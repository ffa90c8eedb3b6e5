package dev.millrace.bench.driver;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a call costs whose level is off, beside the same loop without it. One thread, the best of some rounds. */
final class DisabledDriver implements Driver {
    private static final int ROUNDS = 12;
    private static final Logger LOGGER = LoggerFactory.getLogger(LineFormat.LOGGER);
    private static final String TEXT = "some text";

    private long sink;

    @Override
    public void run(Parameters parameters, Measured measured) {
        int calls = parameters.count("calls");
        double empty = Double.MAX_VALUE;
        double plain = Double.MAX_VALUE;
        double argument = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            empty = Math.min(empty, emptyLoop(calls));
            plain = Math.min(plain, withoutArgument(calls));
            argument = Math.min(argument, withArgument(calls));
        }
        measured.put("emptyNs", empty);
        measured.put("plainLoopNs", plain);
        measured.put("argumentLoopNs", argument);
        measured.put("sink", sink);
    }

    private double emptyLoop(int calls) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            sum = step(sum, i);
        }
        return end(begin, sum, calls);
    }

    private double withoutArgument(int calls) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            LOGGER.debug("nothing to see");
            sum = step(sum, i);
        }
        return end(begin, sum, calls);
    }

    private double withArgument(int calls) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            LOGGER.debug("nothing to see of {}", TEXT);
            sum = step(sum, i);
        }
        return end(begin, sum, calls);
    }

    /** Depends on the step before, so that no compiler makes many iterations one. */
    private static long step(long sum, int i) {
        return Long.rotateLeft(sum, 1) ^ i;
    }

    private double end(long begin, long sum, int calls) {
        long elapsed = System.nanoTime() - begin;
        sink += sum;
        return elapsed / (double) calls;
    }
}
