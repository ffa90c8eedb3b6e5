package dev.millrace.cli.transfer;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Prints access logs as fast as a pipe takes them: {@code LogGenerator combined|json <lines>}. Some ten thousand lines
 * are made and repeated, so that the generator costs next to nothing beside the reader.
 */
final class LogGenerator {
    private static final int DIFFERENT_LINES = 10_000;

    private LogGenerator() {}

    public static void main(String[] arguments) throws IOException {
        boolean json = arguments[0].equals("json");
        long lines = Long.parseLong(arguments[1]);
        byte[][] made = new byte[DIFFERENT_LINES][];
        SplittableRandom random = new SplittableRandom(1);
        for (int line = 0; line < made.length; line++) {
            made[line] = ((json ? json(random, line) : combined(random, line)) + "\n").getBytes(StandardCharsets.UTF_8);
        }
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 64 << 10)) {
            for (long line = 0; line < lines; line++) {
                out.write(made[(int) (line % made.length)]);
            }
        }
    }

    private static String address(SplittableRandom random) {
        return random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(256);
    }

    private static String combined(SplittableRandom random, int line) {
        return address(random) + " - - [21/Nov/2026:" + clock(line) + " +0000] \"GET /item/"
                + random.nextInt(1_000_000) + "?page=" + random.nextInt(50) + " HTTP/1.1\" 200 "
                + random.nextInt(100_000)
                + " \"https://example.org/list\" \"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
                + " Chrome/130.0.0.0 Safari/537.36\"";
    }

    private static String json(SplittableRandom random, int line) {
        return "{\"time\":\"2026-11-21T" + clock(line) + "+00:00\",\"remote_addr\":\"" + address(random)
                + "\",\"method\":\"GET\",\"uri\":\"/item/" + random.nextInt(1_000_000)
                + "\",\"status\":200,\"bytes\":" + random.nextInt(100_000) + ",\"request_time\":0."
                + (100 + random.nextInt(900))
                + ",\"referer\":\"https://example.org/list\",\"user_agent\":\"Mozilla/5.0 (X11; Linux x86_64)"
                + " AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36\"}";
    }

    private static String clock(int line) {
        return String.format("%02d:%02d:%02d", line / 3600 % 24, line / 60 % 60, line % 60);
    }
}
