package dev.millrace.samples.gateway.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Turns of several, one after the other, so that what else the machine does meets each of them. */
final class Rounds {
    private Rounds() {}

    /** What one does when it is its turn. */
    interface Step<T> {
        void take(T one, int round) throws IOException, InterruptedException;
    }

    /** Each has its turn once a round. */
    static <T> void take(List<T> all, int rounds, Step<T> step) throws IOException, InterruptedException {
        List<T> order = new ArrayList<>(all);
        for (int round = 1; round <= rounds; round++) {
            for (T one : order) {
                step.take(one, round);
            }
            // The JVM of the last one still compiles while the next has its turn: not always the same two.
            Collections.reverse(order);
        }
    }
}
