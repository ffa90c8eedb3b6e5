package dev.millrace.it.child;

import dev.millrace.it.workload.Oracle;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts, logs one warning, waits and closes. Arguments: oracle file, what to log, milliseconds to wait. */
public final class RestartChild {
    private RestartChild() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Lifeline.hold();
        Oracle oracle = new Oracle(Path.of(args[0]), 1);
        oracle.enter(Oracle.Phase.BOOTED);
        Logger logger = LoggerFactory.getLogger(RestartChild.class);
        oracle.enter(Oracle.Phase.STARTED);
        logger.warn("~{}~", args[1]);
        oracle.returned(0, 1);
        Thread.sleep(Long.parseLong(args[2]));
        oracle.enter(Oracle.Phase.CLOSING);
        LoggingEnd.close();
        oracle.enter(Oracle.Phase.CLOSED);
    }
}
