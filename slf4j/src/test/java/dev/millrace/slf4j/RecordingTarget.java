package dev.millrace.slf4j;

import dev.millrace.core.LoggerNode;
import dev.millrace.core.Nodes;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventDetails;
import dev.millrace.event.Levels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps what it is given. */
final class RecordingTarget implements EventTarget {
    private final Map<String, LoggerNode> nodes = new ConcurrentHashMap<>();
    private final List<Call> calls = new ArrayList<>();
    private final List<Status> statuses = new ArrayList<>();
    private final int threshold;
    private final int callerFrames;
    private volatile List<TurboFilterPlan> turboFilters = List.of();
    private int closeCount;
    private int notCaptured;

    private RecordingTarget(int threshold, int callerFrames) {
        this.threshold = threshold;
        this.callerFrames = callerFrames;
    }

    static RecordingTarget withThreshold(int threshold) {
        return new RecordingTarget(threshold, 0);
    }

    static RecordingTarget withCaller() {
        return withCallers(1);
    }

    static RecordingTarget withCallers(int frames) {
        return new RecordingTarget(Levels.TRACE, frames);
    }

    /** A logger over this target with an MDC adapter of its own. */
    MillraceLogger newLogger(String name) {
        return newLogger(name, new MillraceMdcAdapter(map -> map.toString().getBytes()));
    }

    MillraceLogger newLogger(String name, MillraceMdcAdapter mdc) {
        return new MillraceLogger(logger(name), this, mdc, new MarkerTexts());
    }

    /** Has these filters asked about the calls of loggers that ask. */
    void turboFilters(List<TurboFilterPlan> filters) {
        turboFilters = filters;
    }

    @Override
    public List<TurboFilterPlan> turboFilters() {
        return turboFilters;
    }

    @Override
    public LoggerNode logger(String name) {
        return nodes.computeIfAbsent(name, unseen -> Nodes.node(unseen, threshold));
    }

    @Override
    public int callerFrames(LoggerNode logger, int level) {
        return callerFrames;
    }

    @Override
    public synchronized void log(
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
        calls.add(new Call(logger.name(), level, template, argCount, arg0, arg1, args, thrown, mdc, details));
    }

    @Override
    public synchronized void notCaptured(int level) {
        notCaptured++;
    }

    synchronized int notCaptured() {
        return notCaptured;
    }

    synchronized List<Call> calls() {
        return List.copyOf(calls);
    }

    /** The only call since the last one taken. */
    synchronized Call takeOnly() {
        if (calls.size() != 1) {
            throw new AssertionError("expected one call: " + calls);
        }
        return calls.remove(0);
    }

    synchronized void clear() {
        calls.clear();
    }

    @Override
    public void record(EventRecording recording) {}

    @Override
    public void stop(EventRecording recording) {}

    @Override
    public synchronized void report(StatusCode code, String message) {
        statuses.add(new Status(code, code.severity(), message, null, 0L));
    }

    @Override
    public synchronized List<String> statuses() {
        return statuses.stream().map(StatusLog::line).toList();
    }

    @Override
    public synchronized void close() {
        closeCount++;
    }

    synchronized int closeCount() {
        return closeCount;
    }

    @Override
    public void doLater(Runnable chore) {
        chore.run();
    }
}
