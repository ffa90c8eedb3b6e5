package dev.millrace.bench.driver;

import java.nio.file.Path;

/**
 * Main class of a fork: {@code <driver> <parameter file> <figure file>}.
 *
 * @since 0.1.0
 */
public final class DriverMain {
    /** The parameter with the id of the process that has started this one. */
    public static final String WORKBENCH = "workbench";

    private static final int EXIT_FAILED = 1;

    private DriverMain() {}

    /**
     * Runs the driver of that name and ends the JVM as an application does that returns from main. Where that fails, no
     * thread of the backend keeps it.
     */
    public static void main(String[] arguments) {
        try {
            Parameters parameters = Parameters.read(Path.of(arguments[1]));
            WorkbenchWatch.start(parameters.longCount(WORKBENCH));
            Measured measured = new Measured();
            driver(arguments[0]).run(parameters, measured);
            measured.write(Path.of(arguments[2]));
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(EXIT_FAILED);
        }
    }

    // Not a table: a driver's class may need what only its own backend brings along.
    private static Driver driver(String name) {
        return switch (name) {
            case "throughput" -> new ThroughputDriver();
            case "println" -> new ThroughputDriver(PrintedLineSource::new);
            case "stall" -> new StallDriver(LineSource::new);
            case "println-stall" -> new StallDriver(PrintedLineSource::new);
            case "write" -> new WriteDriver(false);
            case "write-out" -> new WriteDriver(true);
            case "chronicle" -> new ChronicleDriver();
            case "queue-millrace" -> new MillraceQueueDriver();
            case "queue-chronicle" -> new ChronicleQueueDriver();
            case "queue-tail" -> new QueueTailDriver();
            case "sifted" -> new SiftedDriver();
            case "latency" -> new LatencyDriver();
            case "disabled" -> new DisabledDriver();
            case "overload" -> new OverloadDriver();
            case "loss" -> new LossDriver();
            case "restart" -> new RestartDriver();
            case "visible" -> new VisibleDriver();
            case "allocation" -> new AllocationDriver();
            case "search-log" -> new SearchLogDriver();
            case "followed" -> new FollowedDriver();
            default -> throw new IllegalArgumentException("there is no driver " + name);
        };
    }
}
