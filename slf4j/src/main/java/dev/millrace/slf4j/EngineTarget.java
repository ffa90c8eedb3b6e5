package dev.millrace.slf4j;

import dev.millrace.core.Engine;
import dev.millrace.core.LoggerNode;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.event.EventDetails;
import java.util.List;

/** The engine as an {@link EventTarget}; the only implementation in production, so that calls of it are inlined. */
final class EngineTarget implements EventTarget {
    private final Engine engine;

    EngineTarget(Engine engine) {
        this.engine = engine;
    }

    @Override
    public LoggerNode logger(String name) {
        return engine.logger(name);
    }

    @Override
    public int callerFrames(LoggerNode logger) {
        return engine.callerFrames(logger);
    }

    @Override
    public List<TurboFilterPlan> turboFilters() {
        return engine.turboFilters();
    }

    @Override
    public void log(
            LoggerNode logger,
            int level,
            String template,
            int argCount,
            Object arg0,
            Object arg1,
            Object[] args,
            Throwable thrown,
            byte[] mdc,
            EventDetails details) {
        engine.log(logger, level, template, argCount, arg0, arg1, args, thrown, mdc, details);
    }

    @Override
    public void report(StatusCode code, String message) {
        engine.status().add(code, message);
    }

    @Override
    public List<Status> statuses() {
        return engine.status().list();
    }

    @Override
    public void close() {
        engine.close();
    }
}
