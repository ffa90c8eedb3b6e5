package dev.millrace.cli;

import dev.millrace.cli.look.Console;
import dev.millrace.event.Dictionary;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventDetails;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.EventSummary;
import dev.millrace.event.Levels;
import dev.millrace.event.MdcSnapshot;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalOptions;
import dev.millrace.journal.JournalSlot;
import dev.millrace.journal.Retention;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs the usual commands over a journal of its own, so that a JVM that records what it loads has loaded what they need.
 * The launcher starts it to make the archive of classes.
 */
final class Training {
    private static final long BUDGET_BYTES = 64L << 20;
    private static final String LINE =
            "203.0.113.9 - - [21/Nov/2026:17:18:05 +0000] \"GET /item/17 HTTP/1.1\" 200 1370 \"-\" \"curl/8.1\"\n";

    private Training() {}

    /** Nobody listens. */
    private static final class Unheard implements JournalListener {
        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {}

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {}
    }

    /** Takes no arguments, and leaves nothing behind. */
    public static void main(String[] arguments) throws IOException {
        Path home = Files.createTempDirectory("millrace-training");
        try {
            String logs = home.resolve("logs").toString();
            String queue = home.resolve("queue").toString();
            log(home.resolve("logs"));
            run(home, "--help");
            run(home, "cat", "--color=always", logs);
            run(home, "cat", "-r", "-n", "3", "-p", "info", "--since", "-1h", "-o", "json", logs);
            run(home, "tail", "--logger", "com.acme", "--pattern", "%d %highlight(%msg) %X%n", logs);
            run(home, "tail", "--cursor", "training", logs);
            run(home, "grep", "-i", "took [0-9]+", logs);
            run(home, "render", "-o", "ecs", logs);
            run(home, "stat", logs);
            run(home, "verify", "--json", logs);
            run(home, "import", "--format", "combined", queue);
            run(home, "export", "--format", "csv", queue);
            run(home, "export", queue);
            run(home, "cat", home.resolve("nowhere").toString());
        } finally {
            delete(home);
        }
    }

    private static void log(Path logs) throws IOException {
        try (JournalSlot slot = JournalSlot.claim(logs.resolve(".millrace").resolve("training"), new Unheard());
                Journal journal = Journal.open(
                        slot,
                        new JournalOptions(
                                BUDGET_BYTES,
                                0,
                                false,
                                false,
                                new Unheard(),
                                new Retention(BUDGET_BYTES / 2, null),
                                EventSummary::of));
                Dictionary dictionary = Dictionary.open(journal.directory().resolve("dictionary"))) {
            // What delivers them: its account is part of what is read.
            Cursor ignored = journal.cursor("FILE");
            EventCapture capture = new EventCapture(dictionary, new EventClock(), journal.maxRecordBytes());
            for (int count = 0; count < 1000; count++) {
                EventEncoder event = event(capture, dictionary, count);
                journal.append(event.bytes(), 0, event.length(), 0);
                capture.release(event);
                dictionary.prepareAhead();
            }
        }
    }

    private static EventEncoder event(EventCapture capture, Dictionary dictionary, int count) {
        long micros = System.currentTimeMillis() * 1000;
        return capture.encode(
                dictionary.idOfRepeating("com.acme.Shop"),
                "com.acme.Shop",
                count % 2 == 0 ? Levels.INFO : Levels.ERROR,
                0,
                count % 3 == 0 ? "query {} took {} ms" : "order {} paid in {} ms",
                2,
                null,
                null,
                new Object[] {"orders", count},
                count % 100 == 0 ? new IllegalStateException("training") : null,
                count % 10 == 0 ? MdcSnapshot.encode(Map.of("session", "a1")) : null,
                new EventDetails(null, List.of("size"), List.of(count), null, micros, "main"));
    }

    private static void run(Path home, String... arguments) {
        Main.run(
                arguments,
                new Console(
                        new ByteArrayInputStream(LINE.getBytes(StandardCharsets.US_ASCII)),
                        OutputStream.nullOutputStream(),
                        OutputStream.nullOutputStream(),
                        false,
                        false,
                        Map.of("XDG_STATE_HOME", home.toString())));
    }

    private static void delete(Path home) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(home)) {
            deepestFirst =
                    files.sorted((first, second) -> second.compareTo(first)).toList();
        }
        for (Path file : deepestFirst) {
            Files.delete(file);
        }
    }
}
