package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.RollPlan;
import java.nio.file.Path;

/** Reads the options of a policy that names files. Each knows its own; any other is reported and ignored. */
interface NamingPolicyReader extends OptionHandler {
    /** The name pattern as it is written, or null. */
    String pattern();

    /**
     * What the policy says; only where there is a name pattern.
     *
     * @param file the appender's own file, or null
     * @param prudent whether other processes write to the same files
     * @param trigger the policy of its own for when to roll, or null
     * @throws IllegalArgumentException when it cannot roll by it; the message says why
     */
    RollPlan plan(Path file, boolean prudent, SizeTriggerReader trigger);
}
