package dev.millrace.journal;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.UUID;

/** What the kernel draws: unpredictable numbers, and one at each boot. */
final class KernelRandom {
    /** Where the boot cannot be told: every recovery then counts as one after a reboot. */
    static final UUID UNKNOWN_BOOT = new UUID(0, 0);

    private static final int MOST_BYTES = 4096;

    private KernelRandom() {}

    /** An unpredictable number straight from the system: loading the JDK's providers for two of them delays a start. */
    static long word() {
        byte[] word = new byte[Long.BYTES];
        try (InputStream random = new FileInputStream("/dev/urandom")) {
            if (random.readNBytes(word, 0, word.length) == word.length) {
                return ByteBuffer.wrap(word).getLong();
            }
        } catch (IOException e) {
            // Not a system with that device.
        }
        return new SecureRandom().nextLong();
    }

    /** The number of this boot. After another one than that of a journal's owner, pages may have been lost or torn. */
    static UUID boot() {
        try {
            return UUID.fromString(text("/proc/sys/kernel/random/boot_id").strip());
        } catch (IOException | RuntimeException e) {
            return UNKNOWN_BOOT;
        }
    }

    /** A file of the kernel's, or another small one; of one that does not end, the beginning. */
    static String text(String file) throws IOException {
        try (InputStream open = new FileInputStream(file)) {
            return new String(open.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1);
        }
    }
}
