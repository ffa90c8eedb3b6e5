package dev.millrace.core;

import dev.millrace.core.counter.CallCounters;
import dev.millrace.core.option.Options;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventClock;
import dev.millrace.event.Redaction;
import java.util.List;

/**
 * What an engine is put together from; {@code lanes} are in the order of the plan's sinks, {@code startMicros} is what
 * patterns count from, {@code redaction} may be null.
 */
record EngineParts(
        Plan plan,
        Options options,
        StatusLog status,
        LoggerTree tree,
        OpenJournal open,
        EventClock clock,
        long startMicros,
        CallCounters calls,
        List<ManagedLane> lanes,
        Archives archives,
        Redaction redaction) {}
