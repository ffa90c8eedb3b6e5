package dev.millrace.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Lines of access logs as nginx writes them: some ten thousand different ones, again and again. */
enum AccessLines {
    /** The combined format of nginx and Apache. */
    COMBINED(
            "combined",
            1.5e6,
            List.of("--format", "combined"),
            List.of("url=target", "host=remote_addr", "time_local")),
    /** One JSON object a line, of which nine keys are kept. */
    JSON("json", 0.8e6, List.of("--format", "json"), List.of("url=request_uri", "host=remote_addr", "time:time=time"));

    private static final long SEED = 20_261_121;
    private static final int DIFFERENT = 50_000;
    private static final List<String> JSON_FIELDS = List.of(
            "time:time",
            "remote_addr",
            "method=request_method",
            "uri=request_uri",
            "status:integer",
            "bytes:integer=body_bytes_sent",
            "seconds:number=request_time",
            "referer=http_referer",
            "agent=http_user_agent");
    private static final String[] AGENTS = {
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
        "curl/8.10.1"
    };
    private static final int[] STATUSES = {200, 200, 200, 200, 304, 404, 500};

    private final String word;
    private final double target;
    private final List<String> format;
    private final List<String> replayFields;

    AccessLines(String word, double target, List<String> format, List<String> replayFields) {
        this.word = word;
        this.target = target;
        this.format = format;
        this.replayFields = replayFields;
    }

    /** The format of that word of the command line. */
    static AccessLines named(String word) {
        return Arrays.stream(values())
                .filter(lines -> lines.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new UsageException("option '--formats' has combined and json, not '" + word + "'"));
    }

    String word() {
        return word;
    }

    /** Lines a second that one processor must import. */
    double target() {
        return target;
    }

    /** Options of the import: every field, or the three that a replay needs. */
    List<String> options(boolean replay) {
        List<String> fields = replay ? replayFields : this == JSON ? JSON_FIELDS : List.of();
        return Stream.concat(format.stream(), fields.stream().flatMap(field -> Stream.of("--field", field)))
                .toList();
    }

    /** The different lines, one after the other. */
    byte[][] block() {
        SplittableRandom random = new SplittableRandom(SEED);
        byte[][] lines = new byte[DIFFERENT][];
        for (int number = 0; number < DIFFERENT; number++) {
            lines[number] = line(number, random).getBytes(StandardCharsets.US_ASCII);
        }
        return lines;
    }

    private String line(int number, SplittableRandom random) {
        String host = random.nextInt(1, 224) + "." + random.nextInt(256) + "." + random.nextInt(256) + "."
                + random.nextInt(1, 255);
        String url = "/shop/item/" + random.nextInt(1_000_000) + "?ref=" + random.nextInt(1000);
        String clock = String.format(Locale.ROOT, "%02d:%02d:%02d", number / 3600 % 24, number / 60 % 60, number % 60);
        int status = STATUSES[random.nextInt(STATUSES.length)];
        int bytes = random.nextInt(100, 100_000);
        String referer = "https://www.example.org/list/" + random.nextInt(10_000);
        String agent = AGENTS[random.nextInt(AGENTS.length)];
        return this == COMBINED
                ? host + " - - [21/Nov/2026:" + clock + " +0000] \"GET " + url + " HTTP/1.1\" " + status + " " + bytes
                        + " \"" + referer + "\" \"" + agent + "\"\n"
                : "{\"time\":\"2026-11-21T" + clock + "+00:00\",\"remote_addr\":\"" + host
                        + "\",\"request_method\":\"GET\",\"request_uri\":\"" + url + "\",\"status\":" + status
                        + ",\"body_bytes_sent\":" + bytes + ",\"request_time\":0." + random.nextInt(100, 1000)
                        + ",\"http_referer\":\"" + referer + "\",\"http_user_agent\":\"" + agent + "\"}\n";
    }

    /** Writes so many lines to a stream. */
    void write(long count, OutputStream out) throws IOException {
        byte[][] block = block();
        int next = 0;
        for (long rest = count; rest > 0; rest--) {
            out.write(block[next]);
            next = next + 1 == block.length ? 0 : next + 1;
        }
        out.flush();
    }

    /** Writes so many lines to a new file. */
    void write(long count, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            write(count, out);
        }
    }
}
