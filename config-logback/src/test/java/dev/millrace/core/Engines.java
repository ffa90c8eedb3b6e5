package dev.millrace.core;

import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.StatusLog;

/** Starts engines on plans. */
public final class Engines {
    private Engines() {}

    public static Engine start(Plan plan, StatusLog status) {
        return Bootstrap.start(plan, status);
    }
}
