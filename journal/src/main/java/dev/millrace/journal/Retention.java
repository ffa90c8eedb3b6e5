package dev.millrace.journal;

import java.time.Duration;

/**
 * What a journal keeps of the records that all its cursors have passed, for those who read it from outside. Applied to
 * whole segments, so up to a segment more is kept; given up, oldest first, when the space is needed for new records.
 *
 * @param bytes the newest bytes that are kept
 * @param age how long a record is kept after its segment was full; null for as long as the bytes allow
 * @since 0.1.0
 */
public record Retention(long bytes, Duration age) {
    /** Checks the limits. */
    public Retention {
        if (bytes <= 0) {
            throw new IllegalArgumentException("retention: bytes=" + bytes + ", must be positive");
        }
        if (age != null && (age.isNegative() || age.isZero())) {
            throw new IllegalArgumentException("retention: age=" + age + ", must be positive");
        }
    }

    boolean keeps(Segment segment, long tail) {
        return tail - segment.end() < bytes
                && (age == null
                        || !segment.isSealed()
                        || segment.sealedMs() >= System.currentTimeMillis() - age.toMillis());
    }
}
