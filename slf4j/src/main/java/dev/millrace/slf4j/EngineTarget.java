package dev.millrace.slf4j;

import dev.millrace.core.Engine;
import dev.millrace.core.LevelWish;
import dev.millrace.core.LoggerNode;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.core.status.StatusCode;
import dev.millrace.event.EventDetails;
import dev.millrace.event.Levels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The engine as an {@link EventTarget}; the only implementation in production, so that calls of it are inlined. */
final class EngineTarget implements EventTarget {
    private final Engine engine;
    // Replaced, never changed; null, but in tests.
    private volatile List<EventRecording> recordings;

    EngineTarget(Engine engine) {
        this.engine = engine;
    }

    @Override
    public LoggerNode logger(String name) {
        return engine.logger(name);
    }

    @Override
    public int callerFrames(LoggerNode logger, int level) {
        return logger.callerFrames(level);
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
        List<EventRecording> current = recordings;
        if (current == null) {
            engine.log(logger, level, template, argCount, arg0, arg1, args, thrown, mdc, details);
            return;
        }
        Object[] all = Arrays.copyOf(args != null ? args : new Object[] {arg0, arg1}, argCount, Object[].class);
        LoggedEvent event = null;
        for (EventRecording recording : current) {
            LevelWish wish = recording.wish();
            if (wish.covers(logger.name()) && (wish.level() == Levels.OFF || level >= wish.level())) {
                event = event != null
                        ? event
                        : EventRecording.event(logger.name(), level, template, all, thrown, mdc, details);
                recording.add(event);
            }
        }
        engine.log(logger, level, template, argCount, null, null, all, thrown, mdc, details);
    }

    @Override
    public void notCaptured(int level) {
        engine.notCaptured(level);
    }

    @Override
    public synchronized void record(EventRecording recording) {
        List<EventRecording> more = recordings == null ? new ArrayList<>() : new ArrayList<>(recordings);
        more.add(recording);
        recordings = List.copyOf(more);
        engine.wish(recording.wish());
    }

    @Override
    public synchronized void stop(EventRecording recording) {
        if (recordings == null || !recordings.contains(recording)) {
            return;
        }
        engine.withdraw(recording.wish());
        List<EventRecording> fewer = new ArrayList<>(recordings);
        fewer.remove(recording);
        recordings = fewer.isEmpty() ? null : List.copyOf(fewer);
    }

    @Override
    public void doLater(Runnable chore) {
        engine.doLater(chore);
    }

    @Override
    public void report(StatusCode code, String message) {
        engine.status().add(code, message);
    }

    @Override
    public List<String> statuses() {
        return engine.status().lines();
    }

    @Override
    public void close() {
        engine.close();
    }
}
