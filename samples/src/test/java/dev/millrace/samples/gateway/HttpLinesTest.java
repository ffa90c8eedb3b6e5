package dev.millrace.samples.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HttpLinesTest {
    @Test
    void shouldReadLinesAndBodiesHoweverTheNetworkCutsThem() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String message = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".repeat(2_000);

        HttpLines lines = new HttpLines(cutAtRandom(message, random));

        for (int i = 0; i < 2_000; i++) {
            assertThat(lines.readLine()).as("seed %d", seed).isEqualTo("HTTP/1.1 200 OK");
            assertThat(lines.readLine()).isEqualTo("Content-Length: 5");
            assertThat(lines.readLine()).isEmpty();
            assertThat(lines.readBody(5)).isEqualTo("hello");
        }
        assertThat(lines.readLine()).isNull();
        assertThat(lines.buffered()).isFalse();
    }

    @Test
    void shouldTellACutLineFromTheEnd() {
        HttpLines lines = new HttpLines(stream("GET /acc"));

        assertThatThrownBy(lines::readLine).isInstanceOf(EOFException.class);
    }

    @Test
    void shouldRefuseALineWithoutEnd() {
        HttpLines lines = new HttpLines(stream("x".repeat(100_000)));

        assertThatThrownBy(lines::readLine).isInstanceOf(IOException.class).hasMessageContaining("8192");
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static InputStream cutAtRandom(String text, Random random) {
        InputStream whole = stream(text);
        return new InputStream() {
            @Override
            public int read() throws IOException {
                return whole.read();
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return whole.read(target, offset, Math.min(length, 1 + random.nextInt(40)));
            }
        };
    }
}
