package dev.millrace.core.outbox;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Finds out how much of a batch is in a file after a write was interrupted, by looking at the file.
 *
 * <p>The file is read from where it ended before the batch. Usually the batch begins there and the file ends within
 * it. Where another process appends to the same file, its lines may stand before the batch, or behind the part of it
 * that was written.
 */
public final class Remainder {
    private static final int CHUNK_BYTES = 64 << 10;

    private Remainder() {}

    /**
     * Number of leading bytes of {@code batch} that need not be written again.
     *
     * @param offsetBefore length of the file before the batch was written; a shorter file was cut from outside, and
     *     nothing of the batch is taken to be in it
     */
    public static int bytesPresent(FileContent file, long offsetBefore, ByteBuffer batch) throws IOException {
        long size = file.size();
        int length = batch.remaining();
        if (length == 0 || size <= offsetBefore) {
            return 0;
        }
        int prefix = commonPrefix(file, offsetBefore, size, batch);
        if (prefix == length || offsetBefore + prefix == size) {
            return prefix;
        }
        return amongOthers(file, offsetBefore, size, batch);
    }

    /**
     * As {@link #bytesPresent}, for a file from whose end anybody takes an unfinished line: one counts when it is whole.
     */
    public static int linesPresent(FileContent file, long offsetBefore, ByteBuffer batch) throws IOException {
        int present = bytesPresent(file, offsetBefore, batch);
        return endsLine(batch) ? wholeLines(batch, present) : present;
    }

    /** Whether bytes that are to be appended end with a line; true when there are none. */
    public static boolean endsLine(ByteBuffer bytes) {
        return !bytes.hasRemaining() || bytes.get(bytes.limit() - 1) == '\n';
    }

    /** Where a chunk of a file first differs from what a batch has at {@code offset}; -1 where it does not. */
    public static int mismatch(ByteBuffer chunk, ByteBuffer batch, int offset) {
        // Of a copy: comparing what is mapped ends the process where its file is cut meanwhile.
        byte[] wanted = new byte[chunk.remaining()];
        batch.get(offset, wanted);
        return chunk.mismatch(ByteBuffer.wrap(wanted));
    }

    private static int commonPrefix(FileContent file, long from, long to, ByteBuffer batch) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        int matched = 0;
        long position = from;
        while (position < to && matched < batch.remaining()) {
            chunk.clear();
            chunk.limit((int) Math.min(chunk.capacity(), Math.min(to - position, batch.remaining() - matched)));
            int count = file.read(chunk, position);
            if (count <= 0) {
                break;
            }
            chunk.flip();
            int mismatch = mismatch(chunk, batch, batch.position() + matched);
            if (mismatch >= 0) {
                return matched + mismatch;
            }
            matched += count;
            position += count;
        }
        return matched;
    }

    /**
     * One pass of Knuth, Morris and Pratt: after each byte of the file, {@code matched} is the longest beginning of the
     * batch that the bytes so far end with. It reaches the length where the batch is complete; at the end of the file
     * it is what a cut-off write left there. A beginning that others have written behind counts up to its last whole
     * line: less could be a line of theirs that only begins alike. Lines are looked for behind line ends only: a line of
     * theirs may end as ours is.
     */
    private static int amongOthers(FileContent file, long from, long to, ByteBuffer batch) throws IOException {
        int lead = endsLine(batch) ? 1 : 0;
        byte[] pattern = new byte[lead + batch.remaining()];
        pattern[0] = '\n';
        batch.get(batch.position(), pattern, lead, batch.remaining());
        int[] fallback = fallback(pattern);
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        int matched = lead;
        int longest = lead;
        long position = from;
        while (position < to) {
            chunk.clear();
            chunk.limit((int) Math.min(chunk.capacity(), to - position));
            int count = file.read(chunk, position);
            if (count <= 0) {
                break;
            }
            for (int i = 0; i < count; i++) {
                byte next = chunk.get(i);
                while (matched > 0 && pattern[matched] != next) {
                    matched = fallback[matched];
                }
                if (pattern[matched] == next) {
                    matched++;
                }
                if (matched == pattern.length) {
                    return matched - lead;
                }
                longest = Math.max(longest, matched);
            }
            position += count;
        }
        return Math.max(matched - lead, wholeLines(batch, longest - lead));
    }

    /** For each length of a match, the longest shorter beginning that it also ends with. */
    private static int[] fallback(byte[] pattern) {
        int[] fallback = new int[pattern.length + 1];
        int matched = 0;
        for (int i = 1; i < pattern.length; i++) {
            while (matched > 0 && pattern[matched] != pattern[i]) {
                matched = fallback[matched];
            }
            if (pattern[matched] == pattern[i]) {
                matched++;
            }
            fallback[i + 1] = matched;
        }
        return fallback;
    }

    private static int wholeLines(ByteBuffer batch, int length) {
        int end = length;
        while (end > 0 && batch.get(batch.position() + end - 1) != '\n') {
            end--;
        }
        return end;
    }
}
