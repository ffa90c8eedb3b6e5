package dev.millrace.core.outbox;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The table of a batch that goes to several files; it lies in the data area behind the batch's bytes. All words are
 * little-endian.
 *
 * <pre>
 *   0                   8         12
 *  +-------------------+---------+------------------------
 *  | parts that are out| count   | parts, one behind the other …
 *  +-------------------+---------+------------------------
 *
 *  a part:
 *   0         4         8         12        16        20        24                  32
 *  +---------+---------+---------+---------+---------+---------+-------------------+
 *  | start   | end     | rolls   | index   | key len | path len| roll: milliseconds|
 *  +---------+---------+---------+---------+---------+---------+-------------------+
 *  | file identity     | offset before     | key, then the file's path, as UTF-8 … |
 *  +-------------------+-------------------+----------------------------------------
 * </pre>
 *
 * The first word counts up while parts are written, in their order; all behind it is written once, before the header
 * that names the table.
 */
final class PartsFormat {
    private static final int COUNT = 8;
    private static final int FIRST_PART = COUNT + 4;
    private static final int PART_HEAD_BYTES = 48;
    private static final int MAX_PARTS = 1 << 20;

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private PartsFormat() {}

    /** The table of these parts, of which none is out. */
    static byte[] encode(List<OutboxPart> parts) {
        ByteArrayOutputStream table = new ByteArrayOutputStream(FIRST_PART + parts.size() * 128);
        table.writeBytes(words(FIRST_PART).putLong(0).putInt(parts.size()).array());
        for (OutboxPart part : parts) {
            byte[] key = part.key().getBytes(StandardCharsets.UTF_8);
            byte[] path = part.file().toString().getBytes(StandardCharsets.UTF_8);
            RollMark roll = part.roll();
            table.writeBytes(words(PART_HEAD_BYTES)
                    .putInt(part.start())
                    .putInt(part.end())
                    .putInt(roll == null ? 0 : 1)
                    .putInt(roll == null ? 0 : roll.index())
                    .putInt(key.length)
                    .putInt(path.length)
                    .putLong(roll == null ? 0 : roll.millis())
                    .putLong(part.fileIdentity())
                    .putLong(part.offsetBefore())
                    .array());
            table.writeBytes(key);
            table.writeBytes(path);
        }
        return table.toByteArray();
    }

    private static ByteBuffer words(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    static int check(byte[] table) {
        CRC32C crc = new CRC32C();
        crc.update(table, COUNT, table.length - COUNT);
        return (int) crc.getValue();
    }

    /** The parts of a table, or null when the bytes are none. */
    static List<OutboxPart> read(ByteBuffer data, PartsTable place, int contentBytes) {
        if (place.offset() < contentBytes
                || (place.offset() & 7) != 0
                || place.length() < FIRST_PART
                || place.offset() > data.capacity() - place.length()) {
            return null;
        }
        byte[] bytes = new byte[place.length()];
        data.get(place.offset(), bytes);
        if (check(bytes) != place.check()) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int count = in.getInt(COUNT);
        in.position(FIRST_PART);
        List<OutboxPart> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            OutboxPart part = i == MAX_PARTS ? null : readPart(in, contentBytes);
            if (part == null) {
                return null;
            }
            parts.add(part);
        }
        return parts;
    }

    private static OutboxPart readPart(ByteBuffer in, int contentBytes) {
        if (in.remaining() < PART_HEAD_BYTES) {
            return null;
        }
        int start = in.getInt();
        int end = in.getInt();
        boolean rolls = in.getInt() != 0;
        int index = in.getInt();
        int keyLength = in.getInt();
        int pathLength = in.getInt();
        long millis = in.getLong();
        long identity = in.getLong();
        long offsetBefore = in.getLong();
        if (start < 0
                || start > end
                || end > contentBytes
                || offsetBefore < 0
                || keyLength < 0
                || pathLength <= 0
                || (long) keyLength + pathLength > in.remaining()) {
            return null;
        }
        try {
            String key = text(in, keyLength);
            Path path = Path.of(text(in, pathLength));
            return new OutboxPart(
                    key, path, identity, offsetBefore, start, end, rolls ? new RollMark(millis, index) : null);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static String text(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Number of parts that are out. */
    static int out(ByteBuffer data, PartsTable place, int count) {
        long out = (long) LONG.getAcquire(data, place.offset());
        return out < 0 || out > count ? 0 : (int) out;
    }

    /** Releases the number of parts that are out. */
    static void markOut(ByteBuffer data, PartsTable place, int out) {
        LONG.setRelease(data, place.offset(), (long) out);
    }
}
