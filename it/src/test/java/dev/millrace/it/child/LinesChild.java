package dev.millrace.it.child;

import dev.millrace.it.workload.EventText;
import dev.millrace.it.workload.LineShape;
import org.slf4j.LoggerFactory;

/** Logs so many events as thread {@code t} and closes. Arguments: t, events. */
public final class LinesChild {
    private LinesChild() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        int t = Integer.parseInt(args[0]);
        Thread.currentThread().setName(LineShape.threadName(t));
        Afterwards.log(LoggerFactory.getLogger(EventText.LOGGER), t, Long.parseLong(args[1]));
        LoggingEnd.close();
    }
}
