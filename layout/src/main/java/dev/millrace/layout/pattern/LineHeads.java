package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.time.DateText;
import java.util.ArrayList;
import java.util.List;

/**
 * Beginnings of lines, kept by thread: date, thread, level and logger are the same text for all that a thread logs with
 * one logger and level within a millisecond, and are then appended in one piece.
 *
 * <p>Not thread-safe. An entry is valid for the two ids and the level it was made of, and for the time in which all of
 * its dates read the same.
 */
final class LineHeads {
    /** Fewer instructions are as fast one by one. */
    private static final int FEWEST = 3;

    private static final int PLACES = 32;
    private static final int USUAL_BYTES = 128;

    private final int instructions;
    private final DateText[] dates;
    private final int[] threads = new int[PLACES];
    private final int[] loggers = new int[PLACES];
    private final int[] levels = new int[PLACES];
    private final long[] fromMicros = new long[PLACES];
    private final long[] toMicros = new long[PLACES];
    private final byte[][] texts = new byte[PLACES][];
    private final int[] lengths = new int[PLACES];

    private LineHeads(int instructions, List<DateText> dates) {
        this.instructions = instructions;
        this.dates = dates.toArray(new DateText[0]);
    }

    /** For a program; null when it does not begin with enough of what repeats. */
    static LineHeads of(int[] opcodes, Object[] operands) {
        List<DateText> dates = new ArrayList<>();
        int count = 0;
        while (count < opcodes.length && opcodes[count] <= Program.LAST_OF_HEADS) {
            if (operands[count] instanceof DateText date) {
                dates.add(date);
            }
            count++;
        }
        return count < FEWEST ? null : new LineHeads(count, dates);
    }

    /** How many instructions of the program a head stands for. */
    int instructions() {
        return instructions;
    }

    /** Appends the head of an event if it is here. */
    boolean append(LogEvent event, Utf8Buffer out) {
        int thread = event.threadId();
        int place = thread & (PLACES - 1);
        long micros = event.timestampMicros();
        if (thread == 0) {
            return false;
        }
        // Two branches that are both taken now and then, instead of five of which some never were when this is compiled
        // and then throw the compiled code away.
        if (((threads[place] ^ thread) | (loggers[place] ^ event.loggerId()) | (levels[place] ^ event.level())) != 0) {
            return false;
        }
        if (Long.compareUnsigned(micros - fromMicros[place], toMicros[place] - fromMicros[place]) > 0) {
            return false;
        }
        out.put(texts[place], 0, lengths[place]);
        return true;
    }

    /** Keeps what the head's instructions have just appended for an event. */
    void keep(LogEvent event, Utf8Buffer out, int start) {
        int thread = event.threadId();
        int logger = event.loggerId();
        if (thread == 0 || logger == 0) {
            return;
        }
        int place = thread & (PLACES - 1);
        threads[place] = 0;
        int length = out.length() - start;
        if (texts[place] == null || texts[place].length < length) {
            texts[place] = new byte[Math.max(USUAL_BYTES, length)];
        }
        System.arraycopy(out.bytes(), start, texts[place], 0, length);
        lengths[place] = length;
        loggers[place] = logger;
        levels[place] = event.level();
        long from = Long.MIN_VALUE;
        long to = Long.MAX_VALUE;
        for (DateText date : dates) {
            from = Math.max(from, date.fromMicros());
            to = Math.min(to, date.toMicros());
        }
        fromMicros[place] = from;
        toMicros[place] = to;
        threads[place] = thread;
    }
}
