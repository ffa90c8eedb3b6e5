package dev.millrace.core.outbox;

import java.nio.file.Path;

/**
 * What one file gets of a batch that goes to several.
 *
 * @param key the key whose events these are
 * @param file the file
 * @param fileIdentity {@link FileIdentity} of that file
 * @param offsetBefore length of the file before, in bytes
 * @param start first byte of the data area that is not known to be in the file
 * @param end behind the last byte of the data area that goes to the file
 * @param roll where the file's roller stands with this batch; null where it does not roll
 * @since 0.1.0
 */
public record OutboxPart(
        String key, Path file, long fileIdentity, long offsetBefore, int start, int end, RollMark roll) {
    /** The same part, of which the bytes before {@code newStart} are out; the rest goes behind {@code newOffset}. */
    public OutboxPart continuedAt(int newStart, Path newFile, long newIdentity, long newOffset) {
        return new OutboxPart(key, newFile, newIdentity, newOffset, newStart, end, roll);
    }
}
