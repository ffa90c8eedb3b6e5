package dev.millrace.it.child;

import dev.millrace.it.workload.EventText;
import org.slf4j.Logger;

/** What every child does after its misbehaviour: shows that logging still works, and how the counters stand. */
final class Afterwards {
    private static final long LONGER_THAN_A_STALL_MILLIS = 1_500;

    private Afterwards() {}

    /** Logs so many events as thread {@code t}. */
    static void log(Logger logger, int t, long events) {
        for (long s = 0; s < events; s++) {
            EventText.log(logger, t, s);
        }
    }

    /** Gives a stalled pipeline the time to be noticed, prints the counters and closes the backend. */
    static void end() throws Exception {
        Thread.sleep(LONGER_THAN_A_STALL_MILLIS);
        Counters.print();
        LoggingEnd.close();
        System.out.println("closed=1");
    }
}
