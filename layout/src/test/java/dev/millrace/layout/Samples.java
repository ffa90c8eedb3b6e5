package dev.millrace.layout;

import dev.millrace.event.Levels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Generates log calls: ordinary ones, and such as nobody would write. */
final class Samples {
    private static final int[] LEVELS = {Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR};
    private static final String[] WORDS = {
        "order",
        "user",
        "a",
        "",
        " ",
        "Zürich",
        "日本語",
        "\uD83D\uDE00",
        "x\uD83D\uDE80y",
        "tab\there",
        "line\nbreak",
        "\u001b[31m",
        "{}",
        "{} of {}",
        "%msg",
        "100%",
        "\\{}",
        "\u0000",
        "ÀÉ",
        "\uD83D",
        "\uDE00",
        "a much longer piece of text than the others"
    };

    private final Random random;

    Samples(Random random) {
        this.random = random;
    }

    Sample next() {
        int pairs = random.nextInt(3) == 0 ? random.nextInt(4) : 0;
        List<String> keys = pairs == 0 ? null : new ArrayList<>();
        List<Object> values = pairs == 0 ? null : new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            keys.add(random.nextBoolean() ? oneOf("user", "password", "DOUBLE") : text());
            values.add(argument());
        }
        Object[] args = random.nextInt(4) == 0 ? null : new Object[random.nextInt(4)];
        for (int i = 0; args != null && i < args.length; i++) {
            args[i] = argument();
        }
        return new Sample(
                LEVELS[random.nextInt(LEVELS.length)],
                loggerName(),
                oneOf("main", "pool-1-thread-7", "Thread-0", "工人", "x"),
                micros(),
                random.nextInt(20) == 0 ? null : text() + text() + text(),
                args,
                random.nextInt(3) == 0 ? new Throwables(random).next() : null,
                mdc(),
                random.nextInt(3) == 0 ? texts(1 + random.nextInt(3)) : null,
                keys,
                values,
                frames());
    }

    /** Whole milliseconds: Logback's dates know no more. */
    private long micros() {
        long millis = Sample.BIRTH_MILLIS + random.nextInt(2_000_000) - 1_000_000;
        if (random.nextInt(10) == 0) {
            millis = random.nextLong(-5_000_000_000_000L, 5_000_000_000_000L);
        }
        return millis * 1000;
    }

    private Map<String, String> mdc() {
        Map<String, String> mdc = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            mdc.put(oneOf("user", "request", "trace.id", "k"), random.nextInt(8) == 0 ? null : text());
        }
        return mdc;
    }

    private Object argument() {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextLong();
            case 2 -> random.nextBoolean();
            case 3 -> null;
            default -> text();
        };
    }

    private String loggerName() {
        int parts = 1 + random.nextInt(6);
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < parts; i++) {
            name.append(i == 0 ? "" : ".")
                    .append(oneOf("com", "example", "orders", "é", "C", "", "Service", "Inner$1"));
        }
        return name.isEmpty() ? "root" : name.toString();
    }

    private List<StackTraceElement> frames() {
        StackTraceElement[] frames = new StackTraceElement[random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(8)];
        Arrays.setAll(frames, i -> Throwables.frame(random));
        return List.of(frames);
    }

    private List<String> texts(int count) {
        String[] texts = new String[count];
        Arrays.setAll(texts, i -> switch (random.nextInt(3)) {
            case 0 -> oneOf("AUDIT", "SECURITY", "AUDIT [ SECURITY ]", "OUTER [ A, AUDIT ]", "x [ AUDIT, y ]");
            default -> "M" + text();
        });
        return List.of(texts);
    }

    private String text() {
        return random.nextInt(50) == 0 ? "long".repeat(random.nextInt(200)) : oneOf(WORDS);
    }

    private String oneOf(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
