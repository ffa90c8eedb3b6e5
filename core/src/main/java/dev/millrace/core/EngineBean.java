package dev.millrace.core;

import dev.millrace.core.counter.DropReason;
import dev.millrace.core.counter.SinkCounters;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The management view of an engine. */
record EngineBean(Engine engine) implements EngineMXBean {
    @Override
    public String getSource() {
        return engine.running().plan().source();
    }

    @Override
    public int getGeneration() {
        return engine.running().number();
    }

    @Override
    public boolean reload() {
        return engine.watch().reload();
    }

    @Override
    public String getJournalDirectory() {
        Path directory = engine.open().journal().directory();
        return directory == null ? null : directory.toString();
    }

    @Override
    public long getJournalBytes() {
        return engine.counters().journalBytes();
    }

    @Override
    public long getAccepted() {
        return engine.counters().accepted();
    }

    @Override
    public long getRefused() {
        return engine.counters().refused();
    }

    @Override
    public Map<String, Map<String, Long>> getSinks() {
        Map<String, Map<String, Long>> sinks = new LinkedHashMap<>();
        for (SinkCounters counters : engine.counters().sinks()) {
            Map<String, Long> sink = new LinkedHashMap<>();
            sink.put("accepted", counters.accepted());
            sink.put("delivered", counters.delivered());
            sink.put("filtered", counters.filtered());
            sink.put("dropped", counters.dropped());
            sink.put("pending", counters.pending());
            sinks.put(counters.sink(), sink);
        }
        return sinks;
    }

    @Override
    public Map<String, Map<String, Long>> getDropped() {
        Map<String, Map<String, Long>> sinks = new LinkedHashMap<>();
        for (SinkCounters counters : engine.counters().sinks()) {
            Map<String, Long> sink = new LinkedHashMap<>();
            for (Map.Entry<DropReason, Map<String, Long>> reason :
                    counters.droppedBy().entrySet()) {
                for (Map.Entry<String, Long> level : reason.getValue().entrySet()) {
                    sink.put(reason.getKey() + "." + level.getKey(), level.getValue());
                }
            }
            sinks.put(counters.sink(), sink);
        }
        return sinks;
    }

    @Override
    public List<String> getStatuses() {
        return engine.status().lines();
    }
}
