package dev.millrace.core;

import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.StatusLog;

/** Runs one plan after the other. */
public final class Reloads {
    private Reloads() {}

    public static Engine start(Plan plan, StatusLog status) {
        return Bootstrap.start(plan, status);
    }

    public static void reload(Engine engine, Plan plan) {
        if (!engine.reloader().apply(plan)) {
            throw new AssertionError(engine.status().list());
        }
    }
}
