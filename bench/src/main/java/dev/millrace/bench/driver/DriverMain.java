package dev.millrace.bench.driver;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Main class of a fork: {@code <driver> <parameter file> <figure file>}.
 *
 * @since 0.1.0
 */
public final class DriverMain {
    private static final Map<String, Supplier<Driver>> DRIVERS = Map.ofEntries(
            Map.entry("throughput", ThroughputDriver::new),
            Map.entry("println", () -> new ThroughputDriver(PrintedLineSource::new)),
            Map.entry("stall", () -> new StallDriver(LineSource::new)),
            Map.entry("println-stall", () -> new StallDriver(PrintedLineSource::new)),
            Map.entry("write", WriteDriver::new),
            Map.entry("chronicle", ChronicleDriver::new),
            Map.entry("queue-millrace", MillraceQueueDriver::new),
            Map.entry("queue-chronicle", ChronicleQueueDriver::new),
            Map.entry("latency", LatencyDriver::new),
            Map.entry("disabled", DisabledDriver::new),
            Map.entry("overload", OverloadDriver::new),
            Map.entry("loss", LossDriver::new),
            Map.entry("restart", RestartDriver::new),
            Map.entry("visible", VisibleDriver::new),
            Map.entry("allocation", AllocationDriver::new));

    private DriverMain() {}

    /** Runs the driver of that name and ends the JVM as an application does that returns from main. */
    public static void main(String[] arguments) throws Exception {
        Measured measured = new Measured();
        DRIVERS.get(arguments[0]).get().run(Parameters.read(Path.of(arguments[1])), measured);
        measured.write(Path.of(arguments[2]));
    }
}
