package dev.millrace.samples.gateway.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Counts the statements in a sql.log, as far as it goes at each {@link #advance}; whole lines only, a line still being
 * written is read later. Not thread-safe.
 */
final class SqlLogReader {
    private static final int BUFFER_BYTES = 1 << 20;

    private final Path file;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private byte[] timesSeen = new byte[1 << 16];
    private long position;
    private long statements;
    private long damagedLines;
    private String firstDamaged;

    SqlLogReader(Path file) {
        this.file = file;
    }

    /** Reads what has come since the last time. A file that is not there yet is empty. */
    SqlLogReader advance() throws IOException {
        if (!Files.exists(file)) {
            return this;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (true) {
                buffer.clear();
                int length = channel.read(buffer, position);
                if (length <= 0) {
                    return this;
                }
                int consumed = readLines(buffer.array(), length);
                if (consumed == 0) {
                    return this;
                }
                position += consumed;
            }
        }
    }

    private int readLines(byte[] bytes, int length) {
        int lineStart = 0;
        for (int at = 0; at < length; at++) {
            if (bytes[at] == '\n') {
                count(bytes, lineStart, at);
                lineStart = at + 1;
            }
        }
        if (lineStart == 0 && length == BUFFER_BYTES) {
            damaged(bytes, 0, length);
            return length;
        }
        return lineStart;
    }

    private void count(byte[] bytes, int from, int to) {
        long id = SqlLogLine.read(bytes, from, to);
        if (id == SqlLogLine.DAMAGED || id > Integer.MAX_VALUE / 2) {
            damaged(bytes, from, to);
        } else if (id != SqlLogLine.OTHER) {
            statements++;
            if (id >= timesSeen.length) {
                timesSeen = Arrays.copyOf(timesSeen, (int) Math.max(id + 1, timesSeen.length * 2L));
            }
            if (timesSeen[(int) id] < Byte.MAX_VALUE) {
                timesSeen[(int) id]++;
            }
        }
    }

    private void damaged(byte[] bytes, int from, int to) {
        damagedLines++;
        if (firstDamaged == null) {
            firstDamaged = new String(bytes, from, Math.min(to - from, 200), java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    /** Statement lines so far. */
    long statements() {
        return statements;
    }

    /** How often the statement of this id is in the log. */
    int timesSeen(long id) {
        return id < timesSeen.length ? timesSeen[(int) id] : 0;
    }

    /** One more than the highest id that can have been seen. */
    long limit() {
        return timesSeen.length;
    }

    /** Lines that are not whole, or not the gateway's. */
    long damagedLines() {
        return damagedLines;
    }

    /** The first of them, cut; null when there is none. */
    String firstDamaged() {
        return firstDamaged;
    }
}
