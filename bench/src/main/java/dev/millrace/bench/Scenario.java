package dev.millrace.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;

/** One thing that the workbench measures. */
interface Scenario {
    /** The word on the command line. */
    String name();

    /** One line for the usage. */
    String summary();

    /** Every option it reads, with its default; {@link Options#OFF} marks a switch. */
    Map<String, String> optionDefaults();

    /** Whether its option {@code backends} can name that one. */
    default boolean canMeasure(Backend backend) {
        return true;
    }

    /** What a run with these options writes at once, at most; 0 where nobody knows. */
    default long neededBytes(Options options) {
        return 0;
    }

    /**
     * Measures and prints, with progress while it runs, and leaves its figures in the results.
     *
     * @return false when a figure with a target missed it, or lines of Millrace were not all there, once and in order
     */
    boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException;
}
