package dev.millrace.slf4j;

import dev.millrace.core.plan.FilterPlan.Reply;
import org.slf4j.Marker;

/** One filter that is asked with every log call. Thread-safe. */
interface TurboFilter {
    /** What it says about a call; marker and message may be null. */
    Reply decide(Marker marker, int level, String message);
}
