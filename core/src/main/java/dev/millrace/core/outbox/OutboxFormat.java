package dev.millrace.core.outbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * An outbox file: two header slots that are used in turn, then the data area. All words are little-endian.
 *
 * <pre>
 *  slot 0 (4 KiB)         slot 1 (4 KiB)         data …
 *
 *   0                   8                  16                  24                  32
 *  +-------------------+-------------------+-------------------+-------------------+
 *  | seal              | state             | magic, version    | sequence          |
 *  +-------------------+-------------------+-------------------+-------------------+
 *  | journal begin     | journal end       | file identity     | offset before     |
 *  +---------+---------+---------+---------+-------------------+-------------------+
 *  | start   | length  | path len| target  | running totals (8 words) …            |
 *  +---------+---------+---------+---------+-------------------+-------------------+
 *  | roll: milliseconds| index   | kind    | target's length   | file's path, then |
 *  +-------------------+---------+---------+-------------------+                   |
 *  | the target's, as UTF-8 …                                                      |
 *  +--------------------------------------------------------------------------------
 *
 *  seal   0 while the slot is being written, else 1 &lt;&lt; 32 | CRC32C of the bytes from "magic" to the paths' end;
 *         released last, and only then does the batch exist
 *  kind   0 for a sink that does not roll, 1 for a batch of one that does; 2 rename, 3 copy, 4 delete: a step of a roll;
 *         5 for a batch that goes to several files
 *  state  sequence &lt;&lt; 1, and 1 more once every byte is in the file
 * </pre>
 *
 * Version 3 stands on headers of sinks with several files, version 2 on all others. There a batch has no path: its
 * "file identity" is the offset of the table of {@link PartsFormat} in the data area, "offset before" that table's
 * length, "target's length" its check. A step of a roll has its key behind the target's path, and "offset before" is
 * that key's length.
 *
 * Version 4 stands on the header of a batch whose bytes begin further behind in the data area: "target's length" is where.
 *
 * The sequence grows by one from header to header, so the valid slot with the larger one is the newest. A slot is only
 * overwritten when the other one is valid: a kill at any instant leaves at least the header before.
 */
final class OutboxFormat {
    static final int SLOT_BYTES = 4096;
    static final int DATA_OFFSET = 2 * SLOT_BYTES;
    static final int TOTALS = 8;

    private static final int SEAL = 0;
    private static final int STATE = SEAL + 8;
    private static final int MAGIC = STATE + 8;
    private static final int SEQUENCE = MAGIC + 8;
    private static final int JOURNAL_BEGIN = SEQUENCE + 8;
    private static final int JOURNAL_END = JOURNAL_BEGIN + 8;
    private static final int IDENTITY = JOURNAL_END + 8;
    private static final int OFFSET_BEFORE = IDENTITY + 8;
    private static final int START = OFFSET_BEFORE + 8;
    private static final int LENGTH = START + 4;
    private static final int PATH_LENGTH = LENGTH + 4;
    private static final int TARGET_LENGTH = PATH_LENGTH + 4;
    private static final int TOTALS_OFFSET = TARGET_LENGTH + 4;
    private static final int ROLL_MILLIS = TOTALS_OFFSET + TOTALS * 8;
    private static final int ROLL_INDEX = ROLL_MILLIS + 8;
    private static final int KIND = ROLL_INDEX + 4;
    private static final int TARGET_BEFORE = KIND + 4;
    private static final int PATH = TARGET_BEFORE + 8;
    private static final int MAX_PATH_BYTES = SLOT_BYTES - PATH;
    static final int WORDS = PATH / 8;

    private static final int PLAIN = 0;
    private static final int ROLLING = 1;
    private static final int FIRST_MOVE = 2;
    private static final int PARTS = FIRST_MOVE + 3;

    private static final long MAGIC_V2 = 0x0132_584f_5452_4d00L;
    private static final long MAGIC_V3 = 0x0133_584f_5452_4d00L;
    private static final long MAGIC_V4 = 0x0134_584f_5452_4d00L;
    private static final long SEALED = 1L << 32;
    private static final byte[] NO_BYTES = {};

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private OutboxFormat() {}

    /** By their numbers from the first one on; most programs that start roll nothing. */
    private static List<FileMove.Kind> moves() {
        return List.of(FileMove.Kind.RENAME, FileMove.Kind.COPY, FileMove.Kind.DELETE);
    }

    /** A header that was read and is whole; {@code begin}: where the bytes of its batch are in the data area. */
    record Header(int slot, long sequence, boolean done, int begin, OutboxBatch batch) {}

    /** The file's path as bytes that fit a header; empty when it does not fit. */
    static byte[] pathBytes(Path file) {
        byte[] bytes = file == null ? NO_BYTES : utf8(file);
        return bytes.length <= MAX_PATH_BYTES ? bytes : NO_BYTES;
    }

    /** Whether a step of a roll between these files can be kept in a header. */
    static boolean fit(Path file, Path target, String key) {
        return utf8(file).length + utf8(target).length + utf8(key).length <= MAX_PATH_BYTES;
    }

    private static byte[] utf8(String text) {
        return text == null ? NO_BYTES : text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] utf8(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Writes a header and releases its seal last.
     *
     * <p>Design note: a word put to a {@link ByteBuffer} is much to compile, and each batch of a busy program's first
     * seconds is a header. So they are put at once.
     *
     * @param bytes {@link #SLOT_BYTES} for this use only
     * @param words {@link #WORDS} for this use only
     */
    static void write(
            ByteBuffer headers,
            byte[] bytes,
            long[] words,
            int slot,
            long sequence,
            int begin,
            OutboxBatch batch,
            byte[] path) {
        FileMove move = batch.move();
        RollMark roll = batch.roll();
        PartsTable parts = batch.parts();
        byte[] target = move == null ? NO_BYTES : utf8(move.target());
        byte[] key = utf8(batch.key());
        int base = slot * SLOT_BYTES;
        LONG.setRelease(headers, base + SEAL, 0L);
        VarHandle.storeStoreFence();
        LONG.setRelease(headers, base + STATE, sequence << 1);
        words[MAGIC / 8] = batch.key() != null || parts != null ? MAGIC_V3 : begin == 0 ? MAGIC_V2 : MAGIC_V4;
        words[SEQUENCE / 8] = sequence;
        words[JOURNAL_BEGIN / 8] = batch.journalBegin();
        words[JOURNAL_END / 8] = batch.journalEnd();
        words[IDENTITY / 8] = batch.fileIdentity();
        words[OFFSET_BEFORE / 8] = move == null ? batch.offsetBefore() : key.length;
        words[START / 8] = pair(batch.start(), batch.length());
        words[PATH_LENGTH / 8] = pair(path.length, target.length);
        System.arraycopy(batch.totals().toArray(), 0, words, TOTALS_OFFSET / 8, TOTALS);
        words[ROLL_MILLIS / 8] = roll == null ? 0 : roll.millis();
        words[ROLL_INDEX / 8] = pair(roll == null ? 0 : roll.index(), kind(batch));
        words[TARGET_BEFORE / 8] = move == null ? begin : move.targetLengthBefore();
        if (parts != null) {
            words[IDENTITY / 8] = parts.offset();
            words[OFFSET_BEFORE / 8] = parts.length();
            words[TARGET_BEFORE / 8] = parts.check();
        }
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(words);
        int end = PATH;
        System.arraycopy(path, 0, bytes, end, path.length);
        end += path.length;
        System.arraycopy(target, 0, bytes, end, target.length);
        end += target.length;
        System.arraycopy(key, 0, bytes, end, key.length);
        int length = end + key.length - MAGIC;
        headers.put(base + MAGIC, bytes, MAGIC, length);
        LONG.setRelease(headers, base + SEAL, seal(bytes, MAGIC, length));
    }

    /** Two numbers that follow each other. */
    private static long pair(int first, int second) {
        return ((long) second << 32) | (first & 0xffff_ffffL);
    }

    private static int kind(OutboxBatch batch) {
        if (batch.hasParts()) {
            return PARTS;
        }
        if (batch.move() != null) {
            return FIRST_MOVE + moves().indexOf(batch.move().kind());
        }
        return batch.roll() == null ? PLAIN : ROLLING;
    }

    /** Marks the batch of a slot as written. */
    static void markDone(ByteBuffer headers, int slot, long sequence) {
        LONG.setRelease(headers, slot * SLOT_BYTES + STATE, sequence << 1 | 1);
    }

    /** The newest whole header, or null. Hostile bytes are no header. */
    static Header newest(ByteBuffer headers, long dataBytes) {
        Header first = read(headers, 0, dataBytes);
        Header second = read(headers, 1, dataBytes);
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        return first.sequence() > second.sequence() ? first : second;
    }

    /** Whether a header was finished and is not whole any more, or its batch is not. */
    static boolean isDamaged(ByteBuffer headers, long dataBytes) {
        for (int slot = 0; slot < 2; slot++) {
            if (headers.getLong(slot * SLOT_BYTES + SEAL) != 0 && read(headers, slot, dataBytes) == null) {
                return true;
            }
        }
        return false;
    }

    private static Header read(ByteBuffer headers, int slot, long dataBytes) {
        int base = slot * SLOT_BYTES;
        long seal = (long) LONG.getAcquire(headers, base + SEAL);
        byte[] bytes = new byte[SLOT_BYTES];
        headers.get(base, bytes);
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int pathLength = header.getInt(PATH_LENGTH);
        int targetLength = header.getInt(TARGET_LENGTH);
        long magic = header.getLong(MAGIC);
        int kind = header.getInt(KIND);
        if (seal == 0
                || (magic != MAGIC_V2 && magic != MAGIC_V3 && magic != MAGIC_V4)
                || kind < PLAIN
                || kind > PARTS
                || pathLength < 0
                || targetLength < 0) {
            return null;
        }
        boolean isMove = kind >= FIRST_MOVE && kind < PARTS;
        long keyLength = magic == MAGIC_V3 && isMove ? header.getLong(OFFSET_BEFORE) : 0;
        if (keyLength < 0 || keyLength > MAX_PATH_BYTES || pathLength + targetLength + keyLength > MAX_PATH_BYTES) {
            return null;
        }
        int namesEnd = PATH + pathLength + targetLength + (int) keyLength;
        if (seal != seal(bytes, MAGIC, namesEnd - MAGIC)) {
            return null;
        }
        long sequence = header.getLong(SEQUENCE);
        int start = header.getInt(START);
        int length = header.getInt(LENGTH);
        long begin = magic == MAGIC_V4 && kind < FIRST_MOVE ? header.getLong(TARGET_BEFORE) : 0;
        long room = Math.min(dataBytes, Integer.MAX_VALUE);
        boolean isWithin = begin >= 0 && begin <= room && length <= room - begin;
        if (start < 0 || start > length || !isWithin || header.getLong(OFFSET_BEFORE) < 0) {
            return null;
        }
        long[] totals = new long[TOTALS];
        header.position(TOTALS_OFFSET).asLongBuffer().get(totals);
        long journalBegin = header.getLong(JOURNAL_BEGIN);
        long journalEnd = header.getLong(JOURNAL_END);
        OutboxBatch batch;
        if (kind == PARTS) {
            batch = OutboxBatch.ofParts(journalBegin, journalEnd, length, Totals.of(totals))
                    .withParts(new PartsTable((int) header.getLong(IDENTITY), (int) header.getLong(OFFSET_BEFORE), (int)
                            header.getLong(TARGET_BEFORE)));
        } else {
            int keyAt = namesEnd - (int) keyLength;
            batch = new OutboxBatch(
                    journalBegin,
                    journalEnd,
                    path(bytes, PATH, pathLength),
                    header.getLong(IDENTITY),
                    isMove ? 0 : header.getLong(OFFSET_BEFORE),
                    start,
                    length,
                    Totals.of(totals),
                    kind == PLAIN ? null : new RollMark(header.getLong(ROLL_MILLIS), header.getInt(ROLL_INDEX)),
                    isMove
                            ? new FileMove(
                                    moves().get(kind - FIRST_MOVE),
                                    path(bytes, PATH + pathLength, targetLength),
                                    header.getLong(TARGET_BEFORE))
                            : null,
                    keyLength == 0 ? null : new String(bytes, keyAt, (int) keyLength, StandardCharsets.UTF_8),
                    null);
        }
        boolean done = header.getLong(STATE) == (sequence << 1 | 1);
        return new Header(slot, sequence, done, (int) begin, batch);
    }

    private static Path path(byte[] bytes, int offset, int length) {
        try {
            return length == 0 ? null : Path.of(new String(bytes, offset, length, StandardCharsets.UTF_8));
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static long seal(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return SEALED | crc.getValue();
    }
}
