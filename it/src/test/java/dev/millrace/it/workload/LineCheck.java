package dev.millrace.it.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/**
 * Reads a log file as a stream and recomputes every byte of every line: what is damaged, doubled, missing or out of its
 * thread's order. Lines that are no events of {@link EventText} are collected for the proof to judge.
 *
 * <p>Not thread-safe.
 */
public final class LineCheck {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int MAX_SAMPLES = 20;
    private static final int MAX_OTHER_LINES = 100_000;

    private final Set<LineShape> shapes;
    private final int stride;
    private final byte[] expected = new byte[1 << 16];
    private final TreeMap<Integer, Tally> tallies = new TreeMap<>();
    private final List<String> otherLines = new ArrayList<>();
    private final List<Long> otherLineNumbers = new ArrayList<>();
    private final List<String> samples = new ArrayList<>();
    private Tally[] byThread = new Tally[1024];
    private long lines;
    private long events;
    private long doubled;
    private long reordered;
    // What stands behind the last line end of a file.
    private final List<byte[]> tornEnds = new ArrayList<>();

    /** Event {@code s} of thread {@code t}. */
    public record Event(int t, long s) {}

    /** What is known of one thread's events. */
    private static final class Tally {
        private final long first;
        private long next;
        private final Set<Long> missing = new HashSet<>();

        private Tally(long first) {
            this.first = first;
        }
    }

    /**
     * A check of lines of these shapes.
     *
     * @param stride 1 for a file with all events, {@link EventText#WARN_STRIDE} for one with the warnings only
     */
    public LineCheck(int stride, LineShape... shapes) {
        this.shapes = Set.of(shapes);
        this.stride = stride;
    }

    /** Reads files of one log in their order; each must end with a whole line. */
    public LineCheck read(List<Path> files) {
        files.forEach(this::read);
        return this;
    }

    /** Reads the whole file, decompressed. A file that does not exist is an empty one. */
    public LineCheck read(Path file) {
        if (!Files.exists(file)) {
            return this;
        }
        try (InputStream in = open(file)) {
            byte[] bytes = new byte[BUFFER_BYTES];
            int held = 0;
            while (true) {
                int read = in.read(bytes, held, bytes.length - held);
                if (read < 0) {
                    break;
                }
                held += read;
                int consumed = lines(bytes, held);
                System.arraycopy(bytes, consumed, bytes, 0, held - consumed);
                held -= consumed;
                if (held == bytes.length) {
                    bytes = Arrays.copyOf(bytes, 2 * bytes.length);
                }
            }
            if (held > 0) {
                tornEnds.add(Arrays.copyOf(bytes, held));
                sample("no newline at the end of the file: ", bytes, 0, held);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    private static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in, BUFFER_BYTES) : in;
    }

    private int lines(byte[] bytes, int held) {
        int begin = 0;
        for (int i = 0; i < held; i++) {
            if (bytes[i] == '\n') {
                lines++;
                line(bytes, begin, i);
                begin = i + 1;
            }
        }
        return begin;
    }

    private void line(byte[] bytes, int begin, int end) {
        for (LineShape shape : shapes) {
            if (shape.timestampFits(bytes, begin, end) && event(shape, bytes, begin, end)) {
                return;
            }
        }
        if (otherLines.size() < MAX_OTHER_LINES) {
            otherLineNumbers.add(lines);
            otherLines.add(new String(bytes, begin, Math.min(end - begin, 4096), StandardCharsets.UTF_8));
        }
    }

    private boolean event(LineShape shape, byte[] bytes, int begin, int end) {
        int fence = begin + shape.timestampLength();
        while (fence < end && bytes[fence] != EventText.FENCE) {
            fence++;
        }
        int at = fence + 3;
        long t = 0;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            t = 10 * t + bytes[at++] - '0';
        }
        at += 3;
        long s = 0;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            s = 10 * s + bytes[at++] - '0';
        }
        if (at >= end || t > 10_000_000 || s < 0) {
            return false;
        }
        int length = shape.appendRest(expected, 0, (int) t, EventText.isWarn(s));
        length = EventText.append(expected, length, (int) t, s);
        int from = begin + shape.timestampLength();
        if (!Arrays.equals(bytes, from, end, expected, 0, length)) {
            return false;
        }
        events++;
        count((int) t, s);
        return true;
    }

    private void count(int t, long s) {
        Tally tally = tally(t, s);
        if (s == tally.next) {
            tally.next = s + stride;
        } else if (s > tally.next) {
            for (long lost = tally.next; lost < s && tally.missing.size() < 5_000_000; lost += stride) {
                tally.missing.add(lost);
            }
            tally.next = s + stride;
        } else if (tally.missing.remove(s)) {
            reordered++;
            sample("out of order: t=" + t + " s=" + s);
        } else {
            doubled++;
            sample("doubled: t=" + t + " s=" + s);
        }
    }

    private Tally tally(int t, long first) {
        if (t >= byThread.length) {
            byThread = Arrays.copyOf(byThread, Math.max(t + 1, 2 * byThread.length));
        }
        Tally tally = byThread[t];
        if (tally == null) {
            tally = new Tally(first);
            byThread[t] = tally;
            tallies.put(t, tally);
        }
        return tally;
    }

    private void sample(String text, byte[] bytes, int begin, int end) {
        sample(text + new String(bytes, begin, Math.min(end - begin, 300), StandardCharsets.UTF_8));
    }

    private void sample(String text) {
        if (samples.size() < MAX_SAMPLES) {
            samples.add(text);
        }
    }

    /** Lines of any kind. */
    public long lines() {
        return lines;
    }

    /** Lines that are undamaged events. */
    public long events() {
        return events;
    }

    /** Events that were there before. */
    public long doubled() {
        return doubled;
    }

    /** Events that came after a later one of their thread. */
    public long reordered() {
        return reordered;
    }

    /** Whether a file ends in the middle of a line. */
    public boolean tornEnd() {
        return !tornEnds.isEmpty();
    }

    /** In how many files the last line is not whole. */
    public int tornEnds() {
        return tornEnds.size();
    }

    /** In how many files the last line is a beginning of one of these events', and ends behind its timestamp. */
    public int tornEndsOf(List<Event> candidates) {
        int count = 0;
        for (byte[] torn : tornEnds) {
            if (candidates.stream().anyMatch(event -> begins(torn, event))) {
                count++;
            }
        }
        return count;
    }

    private boolean begins(byte[] torn, Event event) {
        return shapes.stream().anyMatch(shape -> begins(torn, shape, event.t(), event.s()));
    }

    private boolean begins(byte[] torn, LineShape shape, int t, long s) {
        int from = shape.timestampLength();
        int length = shape.appendRest(expected, 0, t, EventText.isWarn(s));
        length = EventText.append(expected, length, t, s);
        return torn.length > from
                && torn.length - from <= length
                && shape.timestampFits(torn, 0, torn.length)
                && Arrays.equals(torn, from, torn.length, expected, 0, torn.length - from);
    }

    /** Lines that are no undamaged events. */
    public List<String> otherLines() {
        return otherLines;
    }

    /** The numbers, counted from 1, of {@link #otherLines}. */
    public List<Long> otherLineNumbers() {
        return otherLineNumbers;
    }

    /** Some of what was found wrong, in words. */
    public List<String> samples() {
        return samples;
    }

    /** The thread numbers that were seen, ascending. */
    public List<Integer> threads() {
        return List.copyOf(tallies.keySet());
    }

    /** One more than the highest sequence seen of a thread (rounded up to the stride), or 0. */
    public long next(int t) {
        Tally tally = tallies.get(t);
        return tally == null ? 0 : tally.next;
    }

    /** The first sequence seen of a thread, or 0. */
    public long first(int t) {
        Tally tally = tallies.get(t);
        return tally == null ? 0 : tally.first;
    }

    /** Sequences below {@link #next} that are not in the file. */
    public Set<Long> gaps(int t) {
        Tally tally = tallies.get(t);
        return tally == null ? Set.of() : tally.missing;
    }

    /** How many of a thread's first {@code count} events are not in the file. */
    public long missing(int t, long count) {
        long behind = Math.max(0, (count - next(t) + stride - 1) / stride);
        return behind + gaps(t).stream().filter(s -> s < count).count();
    }

    /** Counts the newlines of a file, quickly; 0 when it does not exist. */
    public static long countLines(Path file) {
        return Files.exists(file) ? countLines(file, 0, Long.MAX_VALUE) : 0;
    }

    /** Counts the newlines between two offsets of a file. */
    public static long countLines(Path file, long fromBytes, long toBytes) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.position(fromBytes);
            byte[] bytes = new byte[BUFFER_BYTES];
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            long newlines = 0;
            for (long left = toBytes - fromBytes; left > 0; left -= buffer.position()) {
                buffer.clear().limit((int) Math.min(bytes.length, left));
                if (channel.read(buffer) < 0) {
                    break;
                }
                for (int i = 0; i < buffer.position(); i++) {
                    newlines += bytes[i] == '\n' ? 1 : 0;
                }
            }
            return newlines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
