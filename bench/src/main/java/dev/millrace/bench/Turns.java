package dev.millrace.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Who is measured when. */
final class Turns {
    private Turns() {}

    /** Those of a round, counted from 1: every second one backwards, so that nobody always runs behind the same one. */
    static <T> List<T> of(int round, List<T> all) {
        List<T> order = new ArrayList<>(all);
        if (round % 2 == 0) {
            Collections.reverse(order);
        }
        return order;
    }
}
