package dev.millrace.config.logback;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;
import org.tukaani.xz.XZInputStream;

/** A generated rolling configuration, files that are there before, and what is logged when, in several lives. */
final class RollingScript {
    record Event(long millis, String text) {}

    private static final String NESTED = "timeBasedFileNamingAndTriggeringPolicy";
    // Where clocks go back, a date without an offset comes twice and Logback replaces files: see the guide.
    private static final String[] DATES = {
        "yyyy-MM-dd",
        "yyyy-MM-dd",
        "yyyy-MM-dd, Europe/Berlin",
        "yyyy-MM-dd, America/New_York",
        "yyyy-MM-dd_HH, UTC",
        "yyyy-MM-dd_HHXX, Europe/Berlin",
        "yyyy-MM-dd_HH-mm, UTC",
        "yyyy-MM",
        "yyyy-MM, Australia/Lord_Howe",
        "YYYY-'W'ww",
        "yyyy/MM/dd",
        "yyyy/MM/dd'/h'HH, UTC",
        "yyyy-MM-dd-a, UTC"
    };
    private static final long[] STARTS = {
        Instant.parse("2026-03-27T22:10:00Z").toEpochMilli(),
        Instant.parse("2026-10-23T20:00:00Z").toEpochMilli(),
        Instant.parse("2026-12-30T05:00:00Z").toEpochMilli(),
        Instant.parse("2028-02-27T12:00:00Z").toEpochMilli(),
        Instant.parse("2026-06-01T00:00:00Z").toEpochMilli()
    };

    static final String HEADER = "a header";
    static final String FOOTER = "a footer;";

    final boolean window;
    final boolean sized;
    final boolean file;
    final String ending;
    final String date;
    final int maxFileSize;
    final int maxHistory;
    final int totalSizeCap;
    final boolean cleanOnStart;
    final boolean ticking;
    final boolean killed;
    final boolean framed;
    final int minIndex;
    final int maxIndex;
    private final String name;
    private final long start;
    private final List<List<Event>> lives = new ArrayList<>();
    private final Random random;
    private Random forms;

    RollingScript(Random random) {
        this.random = random;
        window = random.nextInt(6) == 0;
        sized = window || random.nextBoolean();
        file = window || random.nextBoolean();
        ending = new String[] {"", "", "", ".gz", ".gz", ".zip", ".zip", ".xz"}[random.nextInt(8)];
        date = DATES[random.nextInt(DATES.length)];
        maxFileSize = 40 + random.nextInt(400);
        maxHistory = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(5);
        // Without a file of a fixed name Logback may remove the one that it is writing to: see the guide.
        totalSizeCap = random.nextInt(3) == 0 && (file || !ending.isEmpty()) ? 300 + random.nextInt(900) : 0;
        cleanOnStart = random.nextInt(3) == 0;
        // Where files are removed, the clock does that earlier than the next event, and a restart looks back again.
        ticking = maxHistory == 0 && random.nextInt(3) == 0;
        killed = maxHistory == 0 && random.nextInt(3) == 0;
        // A process that is killed has its files begun once more by the next.
        framed = !killed && random.nextInt(3) == 0;
        minIndex = random.nextInt(3);
        maxIndex = minIndex + random.nextInt(5);
        String index = new String[] {"%i", "%03i", "%2i"}[random.nextInt(3)];
        if (window) {
            // Logback 1.6.6 fails to roll a fixed window of ZIP files whose index has a width.
            name = "/old/app." + (ending.equals(".zip") ? "%i" : index) + ".log";
        } else {
            String aux = random.nextInt(4) == 0 && !date.contains("/M") ? "%d{yyyy/MM, aux}/" : "";
            name = "/[old]/" + aux + (random.nextBoolean() ? "app+(x)-" : "") + "%d{" + date + "}"
                    + (sized ? "." + index : "") + ".log";
        }
        start = STARTS[random.nextInt(STARTS.length)] + random.nextInt(3_600_000);
        generate();
    }

    private void generate() {
        long millis = start;
        int line = 0;
        long[] gaps = {
            1,
            500,
            20_000,
            TimeUnit.MINUTES.toMillis(20),
            TimeUnit.HOURS.toMillis(7),
            TimeUnit.DAYS.toMillis(3),
            TimeUnit.DAYS.toMillis(25)
        };
        long usual = gaps[random.nextInt(gaps.length)];
        for (int life = 0; life < 1 + random.nextInt(5); life++) {
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < 10 + random.nextInt(40); i++) {
                long gap = random.nextInt(8) == 0 ? gaps[random.nextInt(gaps.length)] : usual;
                millis += 1 + (long) (random.nextDouble() * 2 * gap);
                events.add(new Event(millis, "line " + line++ + " " + "x".repeat(random.nextInt(40))));
            }
            lives.add(events);
        }
    }

    List<List<Event>> lives() {
        return lives;
    }

    String pattern(Path home) {
        return home + name + ending;
    }

    Path activeFile(Path home) {
        return file ? home.resolve("app.log") : null;
    }

    /** The configuration that both read. Half of them have options where they do not belong. */
    String xml(Path home) {
        forms = new Random(start);
        return "<configuration><appender name='R' class='ch.qos.logback.core.rolling.RollingFileAppender'>"
                + (file ? "<file>" + activeFile(home) + "</file>" : "")
                + (window ? windowPolicies(home) : timePolicies(home))
                + "<encoder class='ch.qos.logback.core.encoder.LayoutWrappingEncoder'>"
                + "<layout class='ch.qos.logback.classic.PatternLayout'><pattern>%m%n</pattern>"
                + (framed ? "<fileHeader>" + HEADER + "</fileHeader><fileFooter>" + FOOTER + "</fileFooter>" : "")
                + "</layout></encoder></appender>"
                + "<root><appender-ref ref='R'/></root></configuration>";
    }

    private String windowPolicies(Path home) {
        String rolling = policy(
                "rollingPolicy",
                "FixedWindowRollingPolicy",
                fileNames(home)
                        + option("minIndex", minIndex)
                        + option("maxIndex", maxIndex)
                        + misplaced("maxFileSize", "maxHistory", "totalSizeCap"));
        String trigger = policy(
                "triggeringPolicy",
                "SizeBasedTriggeringPolicy",
                option("maxFileSize", maxFileSize) + misplaced("minIndex", "maxIndex", "maxHistory"));
        return forms.nextBoolean() ? rolling + trigger : trigger + rolling;
    }

    private String timePolicies(Path home) {
        String options = fileNames(home) + option("maxHistory", maxHistory) + option("totalSizeCap", totalSizeCap)
                + "<cleanHistoryOnStart>" + cleanOnStart + "</cleanHistoryOnStart>"
                + misplaced("minIndex", "maxIndex");
        if (!sized) {
            return policy("rollingPolicy", "TimeBasedRollingPolicy", options + misplaced("maxFileSize"));
        }
        String[] nested = {"SizeAndTimeBasedFNATP", "SizeAndTimeBasedFileNamingAndTriggeringPolicy"};
        if (forms.nextBoolean()) {
            return policy(
                    "rollingPolicy",
                    "TimeBasedRollingPolicy",
                    options
                            + misplaced("maxFileSize")
                            + policy(
                                    NESTED,
                                    nested[forms.nextInt(2)],
                                    option("maxFileSize", maxFileSize)
                                            + misplaced("maxHistory", "totalSizeCap", "minIndex")));
        }
        String unused = forms.nextBoolean() ? "" : policy(NESTED, nested[0], option("maxFileSize", 50));
        return policy(
                "rollingPolicy",
                "SizeAndTimeBasedRollingPolicy",
                option("maxFileSize", maxFileSize) + options + unused);
    }

    private String fileNames(Path home) {
        return "<fileNamePattern>" + pattern(home).replace("&", "&amp;") + "</fileNamePattern>";
    }

    private static String policy(String tag, String className, String options) {
        return "<" + tag + " class='ch.qos.logback.core.rolling." + className + "'>" + options + "</" + tag + ">";
    }

    private static String option(String tag, int value) {
        return "<" + tag + ">" + value + "</" + tag + ">";
    }

    private String misplaced(String... tags) {
        StringBuilder options = new StringBuilder();
        for (String tag : tags) {
            if (forms.nextInt(4) == 0) {
                options.append(option(tag, tag.equals("totalSizeCap") ? 300 : 50));
            }
        }
        return options.toString();
    }

    /** Files of earlier times, and of others. */
    void prepare(Path home) throws IOException {
        Random same = new Random(start);
        Files.createDirectories(home.resolve("[old]"));
        Files.writeString(home.resolve("[old]/unrelated.log"), "not ours\n");
        if (file && same.nextBoolean()) {
            Files.writeString(home.resolve("app.log"), "there before\n");
            setLastModified(home, start - same.nextInt(2) * TimeUnit.HOURS.toMillis(30) - 5);
        }
        if (!window && name.indexOf("aux") < 0) {
            String pattern = date.split(",")[0];
            DateTimeFormatter format = DateTimeFormatter.ofPattern(pattern)
                    .withZone(date.contains(",") ? ZoneId.of(date.split(", ")[1]) : ZoneId.systemDefault());
            for (int i = 0; i < 4; i++) {
                // Never of the period that is on: its archive would be replaced by Logback, and is added to here.
                boolean isLong = date.startsWith("YYYY") || !date.contains("dd");
                long millis = start - TimeUnit.DAYS.toMillis((isLong ? 40 : 3) + same.nextInt(40));
                String text = name.replaceAll("%d\\{[^}]*}", format.format(Instant.ofEpochMilli(millis)))
                        .replaceAll("%0?3i", "00" + same.nextInt(3))
                        .replaceAll("%2i", "0" + same.nextInt(3))
                        .replace("%i", "" + same.nextInt(3));
                Path archive = Path.of(home + text + (ending.equals(".zip") ? "" : ending));
                Files.createDirectories(archive.getParent());
                Files.writeString(archive, "an archive\n");
            }
        }
        if (window) {
            Files.createDirectories(home.resolve("old"));
        }
    }

    void setLastModified(Path home, long millis) throws IOException {
        if (file && Files.exists(activeFile(home))) {
            Files.setLastModifiedTime(activeFile(home), FileTime.fromMillis(millis));
        }
    }

    /** Every file with what it contains, decompressed. */
    Map<String, String> files(Path home) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(home)) {
            for (Path path : all.toList()) {
                String relative = home.relativize(path).toString();
                files.put(relative, Files.isDirectory(path) ? "<folder>" : content(path));
            }
        }
        return files;
    }

    private String content(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        boolean plain = new String(bytes, StandardCharsets.UTF_8).startsWith("an archive");
        if (!plain && path.toString().endsWith(".gz")) {
            try (InputStream gzip = new GZIPInputStream(Files.newInputStream(path))) {
                return text(gzip.readAllBytes());
            }
        }
        if (!plain && path.toString().endsWith(".xz")) {
            try (InputStream xz = new XZInputStream(Files.newInputStream(path))) {
                return text(xz.readAllBytes());
            }
        }
        if (!plain && path.toString().endsWith(".zip")) {
            try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(path))) {
                // A fixed window's entries are named after the clock on the wall.
                String entry = zip.getNextEntry().getName();
                return (window ? "" : entry + ": ") + text(zip.readAllBytes());
            }
        }
        return text(bytes);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
