package dev.millrace.journal;

import java.time.Duration;
import java.util.Objects;

/**
 * What a queue keeps of the records that its named cursors have passed. It is applied to whole segments, so up to a
 * segment more is kept.
 *
 * @param bytes the newest bytes that are kept; {@link Long#MAX_VALUE} for all
 * @param age how long a record is kept after its segment was full; null for ever
 * @param evenUnread true: the limits hold also for what a required cursor has not read; what it loses is counted in its
 *     tailer and reported. False: a cursor holds everything behind it, and a queue whose budget is spent refuses (or
 *     blocks)
 * @since 0.1.0
 */
public record QueueRetention(long bytes, Duration age, boolean evenUnread) {
    /** No time is longer that a queue counts in: milliseconds since 1970 stay far from their end. */
    static final Duration LONGEST = Duration.ofDays(365_250);

    /** Checks the limits. */
    public QueueRetention {
        if (bytes < 0) {
            throw new IllegalArgumentException("retention: bytes=" + bytes + " is negative");
        }
        if (age != null && age.isNegative()) {
            throw new IllegalArgumentException("retention: age=" + age + " is negative");
        }
        if (age != null && age.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "retention: age=" + age + " is longer than a thousand years (leave it out)");
        }
    }

    /** Everything is kept until the budget is spent. */
    public static QueueRetention everything() {
        return new QueueRetention(Long.MAX_VALUE, null, false);
    }

    /** What every required cursor has committed is given up; without such a cursor everything is kept. */
    public static QueueRetention untilRead() {
        return new QueueRetention(0, null, false);
    }

    /** The newest {@code bytes} are kept, and what a required cursor has not committed. */
    public static QueueRetention newest(long bytes) {
        return new QueueRetention(bytes, null, false);
    }

    /** Records are kept for {@code age}, and until every required cursor has committed them. */
    public static QueueRetention youngerThan(Duration age) {
        return new QueueRetention(Long.MAX_VALUE, Objects.requireNonNull(age, "age"), false);
    }

    /** The same limits, which then hold also for what is not read. */
    public QueueRetention takingUnread() {
        return new QueueRetention(bytes, age, true);
    }

    boolean keepsAll() {
        return bytes == Long.MAX_VALUE && age == null;
    }
}
