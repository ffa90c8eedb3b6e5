package dev.millrace.cli.transfer;

import java.util.SplittableRandom;

/** Makes lines that are good, and lines that are good but for some chars. */
final class RandomLines {
    private static final String[] USERS = {"-", "ann", "b b", "\\x22q\\x22", "-x", "d\\\\"};
    private static final String[] REQUESTS = {
        "GET /a HTTP/1.1",
        "POST /b?c=d%20e HTTP/2.0",
        "-",
        "",
        "\\x16\\x03\\x01",
        "GET /\u00e9\\\"x HTTP/1.0",
        "GET /y",
        "HEAD  / /  HTTP/1.1",
        "GET /z HTTP/ 11",
        "GET /z HTTP/1 1",
        "GET /z HTTP/11 ",
        "GET /z HTTP/2",
        "\\n\\t"
    };
    private static final String[] AGENTS = {
        "-", "", "curl/8.1", "Mozilla/5.0 (X11; \u65e5) \\\"a\\\"", "\\\\", "a [b] c"
    };
    private static final String[] MONTHS = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
    };
    private static final String[] JSON_VALUES = {
        "1",
        "-7",
        "0",
        "123456789012345678",
        "1.5",
        "-2.25e-3",
        "1E5",
        "true",
        "false",
        "null",
        "\"\"",
        "\"-\"",
        "\"12\"",
        "\"x y\"",
        "\"\\u00e9\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"\u65e5\ud83d\ude00\"",
        "\"\\ud83d\\ude00\"",
        "[]",
        "{}",
        "[1,[2,{\"a\":null}]]",
        "{\"b\":\"c\",\"n\":5}",
        "9223372036854775807",
        "9223372036854775808"
    };
    private static final String[] JSON_KEYS = {"n", "s", "o", "o.b", "\\u006e", "x", "", "long key with blanks", "d"};
    private static final String NOISE = "\"\\ []{}:,x0-+.eE/u\t'";

    private RandomLines() {}

    static <T> T one(SplittableRandom random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    static String combined(SplittableRandom random) {
        String address = random.nextInt(5) == 0 ? "2001:db8::" + random.nextInt(99) : "10.0.0." + random.nextInt(256);
        String line = address + " - " + one(random, USERS) + " [" + time(random) + "] \"" + one(random, REQUESTS)
                + "\" "
                + (random.nextInt(20) == 0 ? "-" : 100 + random.nextInt(500)) + " "
                + (random.nextInt(20) == 0 ? "-" : random.nextLong(1L << 40)) + " \"" + one(random, AGENTS) + "\" \""
                + one(random, AGENTS) + "\"";
        return damaged(random, line);
    }

    private static String time(SplittableRandom random) {
        return String.format(
                "%02d/%s/%d:%02d:%02d:%02d %s%02d%02d",
                1 + random.nextInt(31),
                one(random, MONTHS),
                1970 + random.nextInt(130),
                random.nextInt(24),
                random.nextInt(60),
                random.nextInt(60),
                random.nextBoolean() ? "+" : "-",
                random.nextInt(15),
                random.nextInt(60));
    }

    static String json(SplittableRandom random) {
        StringBuilder line = new StringBuilder("{");
        int members = random.nextInt(8);
        for (int member = 0; member < members; member++) {
            line.append(member == 0 ? "" : ",").append(random.nextInt(4) == 0 ? " " : "");
            line.append('"').append(one(random, JSON_KEYS)).append("\":").append(one(random, JSON_VALUES));
        }
        return damaged(random, line.append('}').toString());
    }

    /** One line in three loses, gets or changes a few chars. */
    private static String damaged(SplittableRandom random, String line) {
        if (random.nextInt(3) != 0) {
            return line;
        }
        StringBuilder damaged = new StringBuilder(line);
        for (int count = 1 + random.nextInt(2); count > 0 && damaged.length() > 1; count--) {
            int at = random.nextInt(damaged.length());
            char noise = NOISE.charAt(random.nextInt(NOISE.length()));
            switch (random.nextInt(4)) {
                case 0 -> damaged.deleteCharAt(at);
                case 1 -> damaged.insert(at, noise);
                case 2 -> damaged.setCharAt(at, noise);
                default -> damaged.setLength(at);
            }
        }
        return damaged.toString();
    }
}
