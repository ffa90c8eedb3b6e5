package dev.millrace.journal;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** Unpredictable numbers straight from the system: loading the JDK's providers for two of them delays a start. */
final class RandomWords {
    private RandomWords() {}

    static long next() {
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
}
