package dev.millrace.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Fixtures: journals in a temporary directory, and records that can tell whether they are themselves. */
final class TestJournals {
    static final int SEGMENT = SegmentFormat.MIN_SEGMENT_BYTES;

    /** Remembers what it was told. */
    static class Told implements JournalListener {
        // The keeper tells while a test looks.
        final List<JournalNotice> notices = new CopyOnWriteArrayList<>();
        final List<String> messages = new CopyOnWriteArrayList<>();
        final List<Long> overrun = Collections.synchronizedList(new ArrayList<>());

        /** Waits until it was told: the keeper tells a moment after callers see what happened. */
        void await(JournalNotice notice) throws InterruptedException {
            while (!notices.contains(notice)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("not told of " + notice + ", only of " + notices);
                }
                LockSupport.parkNanos(100_000);
            }
        }

        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {
            notices.add(notice);
            messages.add(message);
        }

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {
            overrun.add(number(bytes, payloadOffset));
        }
    }

    private TestJournals() {}

    static JournalOptions options(Told told) {
        return new JournalOptions(16L << 20, SEGMENT, false, false, told);
    }

    static Path home(Path directory) {
        return directory.resolve(".millrace").resolve("test");
    }

    /** Copies the files of a directory over those of another one: what a kill leaves, where an orderly end seals the rest. */
    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Removes a journal in use: its keeper may create a file between the look into a directory and its removal. */
    /** As a backup does: by closing it the whole process loses the lock. */
    static void dropLock(Path lock) throws IOException {
        byte[] ignored = Files.readAllBytes(lock);
    }

    static boolean isLocked(Path lock) throws IOException {
        return Files.readString(Path.of("/proc/locks")).contains(":" + Files.getAttribute(lock, "unix:ino") + " ");
    }

    static void removeUnderTheKeeper(Path tree) throws IOException {
        while (Files.exists(tree)) {
            try (Stream<Path> files = Files.walk(tree)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (DirectoryNotEmptyException e) {
                // Once more.
            }
        }
    }

    /** A record that carries its number, its length and a checksum over all. */
    static byte[] record(long number, int length) {
        byte[] bytes = new byte[Math.max(20, length)];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        buffer.putLong(0, number).putInt(8, bytes.length);
        for (int at = 20; at < bytes.length; at++) {
            bytes[at] = (byte) (number * 31 + at);
        }
        buffer.putInt(16, crc(bytes, 0, bytes.length));
        return bytes;
    }

    /** The same with the bytes of another record inside, headers and all. */
    static byte[] recordAround(long number, byte[] other) {
        byte[] bytes = new byte[Math.max(20, 20 + other.length)];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        buffer.putLong(0, number).putInt(8, bytes.length);
        System.arraycopy(other, 0, bytes, 20, other.length);
        buffer.putInt(16, crc(bytes, 0, bytes.length));
        return bytes;
    }

    static boolean intact(byte[] bytes, int offset, int length) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length).slice();
        if (length < 20 || buffer.getInt(8) != length) {
            return false;
        }
        return buffer.getInt(16) == crc(bytes, offset, length);
    }

    private static int crc(byte[] bytes, int offset, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, offset, 16);
        crc.update(bytes, offset + 20, length - 20);
        return (int) crc.getValue();
    }

    static long number(byte[] bytes, int offset) {
        return ByteBuffer.wrap(bytes).getLong(offset);
    }

    /** Reads everything that is committed; every record must be intact. */
    static List<Long> readAll(Cursor cursor) {
        List<Long> numbers = new ArrayList<>();
        ReadBatch batch = new ReadBatch(64 << 10);
        while (cursor.fill(batch)) {
            while (batch.next()) {
                if (!intact(batch.bytes(), batch.payloadOffset(), batch.payloadLength())) {
                    throw new AssertionError("not a record of ours at position " + batch.position());
                }
                numbers.add(number(batch.bytes(), batch.payloadOffset()));
            }
        }
        return numbers;
    }
}
