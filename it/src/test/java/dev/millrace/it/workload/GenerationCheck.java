package dev.millrace.it.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * In which of several files each event stands, and which generation of the configuration has written it there. Lines are
 * {@code <generation> <thread> <number>}.
 */
public final class GenerationCheck {
    private static final int MAX_SAMPLES = 5;

    private final int threads;
    // By thread and number of the event: its generation in that file + 1, or 0.
    private final short[][] generations;
    private final List<String> samples = new ArrayList<>();
    private final Map<Short, Long> linesByGeneration = new HashMap<>();
    private long lines;
    private long doubled;
    private long strange;

    /** A check of the lines of so many threads. */
    public GenerationCheck(int threads) {
        this.threads = threads;
        this.generations = new short[threads][0];
    }

    /** Reads a file; may be called for several, which together hold each event once. */
    public GenerationCheck read(Path file) {
        if (!Files.isRegularFile(file)) {
            return this;
        }
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                add(line, file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    private void add(String line, Path file) {
        int first = line.indexOf(' ');
        int second = line.indexOf(' ', first + 1);
        try {
            short generation = (short) Integer.parseInt(line, 0, first, 10);
            int thread = Integer.parseInt(line, first + 1, second, 10);
            int number = Integer.parseInt(line, second + 1, line.length(), 10);
            add(generation, thread, number, file);
        } catch (RuntimeException e) {
            strange++;
            sample("strange in " + file.getFileName() + ": " + line);
        }
    }

    private void add(short generation, int thread, int number, Path file) {
        if (number >= generations[thread].length) {
            generations[thread] = Arrays.copyOf(generations[thread], Math.max(1 << 16, number * 2));
        }
        if (generations[thread][number] != 0) {
            doubled++;
            sample("doubled in " + file.getFileName() + ": " + thread + " " + number);
        }
        generations[thread][number] = (short) (generation + 1);
        lines++;
        linesByGeneration.merge(generation, 1L, Long::sum);
    }

    private void sample(String what) {
        if (samples.size() < MAX_SAMPLES) {
            samples.add(what);
        }
    }

    /** The generation of an event; -1 when it is not there. */
    public int generation(int thread, long number) {
        return number < generations[thread].length ? generations[thread][(int) number] - 1 : -1;
    }

    /** How many of the first {@code count} events of a thread are not there. */
    public long missing(int thread, long count) {
        long missing = 0;
        for (long i = 0; i < count; i++) {
            if (generation(thread, i) < 0) {
                missing++;
                sample("missing: " + thread + " " + i);
            }
        }
        return missing;
    }

    /** How many events stand in both, but not by the same generation. */
    public long disagreements(GenerationCheck other) {
        long count = 0;
        for (int thread = 0; thread < threads; thread++) {
            for (int i = 0; i < generations[thread].length; i++) {
                int here = generations[thread][i];
                int there = other.generation(thread, i) + 1;
                if (here != 0 && there != 0 && here != there) {
                    count++;
                    sample(thread + " " + i + " by generation " + (here - 1) + " here and " + (there - 1) + " there");
                }
            }
        }
        return count;
    }

    /** Lines that are events. */
    public long lines() {
        return lines;
    }

    /** Lines of a generation. */
    public long linesOf(int generation) {
        return linesByGeneration.getOrDefault((short) generation, 0L);
    }

    /** Lines of events that were there already. */
    public long doubled() {
        return doubled;
    }

    /** Lines that are no events. */
    public long strange() {
        return strange;
    }

    /** Some of what was found. */
    public List<String> samples() {
        return samples;
    }
}
