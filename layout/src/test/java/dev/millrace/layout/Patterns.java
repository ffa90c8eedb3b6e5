package dev.millrace.layout;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Generates conversion patterns over the whole grammar, and broken ones. */
final class Patterns {
    private static final String[] WORDS = {
        "d",
        "date",
        "t",
        "thread",
        "p",
        "le",
        "level",
        "c",
        "lo",
        "logger",
        "C",
        "class",
        "M",
        "method",
        "L",
        "line",
        "F",
        "file",
        "m",
        "msg",
        "message",
        "n",
        "X",
        "mdc",
        "marker",
        "kvp",
        "ex",
        "exception",
        "throwable",
        "nopex",
        "nopexception",
        "r",
        "relative",
        "ms",
        "micros",
        "ep",
        "epoch"
    };
    private static final String[] LITERALS = {
        " ",
        " - ",
        "[",
        "] ",
        "é",
        "日",
        "\uD83D\uDE00",
        "\\t",
        "\\\\",
        "\\%",
        "\\(",
        "\\)",
        "\\_",
        "\\n",
        "{",
        "}",
        "{a}",
        ",",
        "'",
        "text",
        "",
        "\t",
        "."
    };
    private static final String[] MODIFIERS = {
        "", "", "", "", "-5", "5", "20", "-20", "30.40", ".5", ".-5", "-5.-2", "10.3", ".0", "0", "+7", "-1.1", "05.06",
        ".-0"
    };
    private static final String[] DATES = {
        "",
        "{HH:mm:ss.SSS}",
        "{yyyy-MM-dd HH:mm:ss.SSS}",
        "{ISO8601}",
        "{STRICT}",
        "{\"yyyy-MM-dd HH:mm:ss,SSS\"}",
        "{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}",
        "{'yyyy-MM-dd, HH', UTC}",
        "{EEE MMM d, Asia/Tokyo, de-DE}",
        "{SSS.SS.S}",
        "{HH:mm, Europe/Zurich}",
        "{HH:mm, America/St_Johns, fr}",
        "{broken(}",
        "{yyyy b}",
        "{SSSSSS n N A}",
        "{}",
        "{\"EEEE, d. MMMM yyyy\", +05:45, ja}",
        "{w Y e c Q G}",
        "{''SSS''}",
        "{VV z O x}",
        "{ppH:mm[:ss]}",
        "{' quoted ', UTC}"
    };
    private static final String[] THROWABLES = {
        "",
        "{full}",
        "{short}",
        "{0}",
        "{1}",
        "{2}",
        "{3}",
        "{FULL}",
        "{-1}",
        "{nonsense}",
        "{full, com.example}",
        "{3, Thread, invoke0}",
        "{short, 'run'}",
        "{full, app//, at Main}",
        "{}",
        "{5, noSuchEvaluator}"
    };
    private static final String[] NAMES = {
        "", "{0}", "{1}", "{5}", "{10}", "{16}", "{36}", "{-1}", "{x}", "{ 12 }", "{}"
    };
    private static final String[] MDC_KEYS = {
        "", "{user}", "{request:-none}", "{k:-}", "{:-x}", "{trace.id}", "{'user:-a, b'}", "{user, other}", "{k:-a:-b}"
    };
    private static final String[] STRAY = {
        "%", ")", "(", "\\", "{", "}", "'", "\"", "%(", "%-", ".", "\\x", "%5.", "%m{", "%foo(", "%foo", "%BARE", "$"
    };

    private final Random random;

    Patterns(Random random) {
        this.random = random;
    }

    String next() {
        StringBuilder pattern = new StringBuilder();
        sequence(pattern, 0);
        int damages = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0;
        for (int i = 0; i < damages; i++) {
            damage(pattern);
        }
        return withoutLoneSurrogates(pattern.toString());
    }

    /** A configuration file cannot hold them; damage can leave them. */
    private static String withoutLoneSurrogates(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private void sequence(StringBuilder to, int depth) {
        for (int i = random.nextInt(6); i >= 0; i--) {
            to.append(oneOf(LITERALS));
            if (depth < 4 && random.nextInt(6) == 0) {
                to.append('%')
                        .append(oneOf(MODIFIERS))
                        .append(random.nextInt(12) == 0 ? oneOf("BARE", "level", "nope") : "");
                to.append('(');
                sequence(to, depth + 1);
                to.append(')').append(random.nextInt(6) == 0 ? "{option, other}" : "");
            } else {
                word(to);
            }
            to.append(oneOf(LITERALS));
        }
    }

    private void word(StringBuilder to) {
        String word = oneOf(WORDS);
        to.append('%').append(oneOf(MODIFIERS)).append(word);
        to.append(
                switch (word) {
                    case "d", "date" -> oneOf(DATES);
                    case "ex", "exception", "throwable" -> oneOf(THROWABLES);
                    case "c", "lo", "logger", "C", "class" -> oneOf(NAMES);
                    case "X", "mdc" -> oneOf(MDC_KEYS);
                    case "kvp" -> oneOf("", "{NONE}", "{single}", "{DOUBLE}", "{other}");
                    case "ep", "epoch" -> oneOf("", "{seconds}", "{SECONDS}", "{x}");
                    default -> random.nextInt(10) == 0 ? "{option}" : "";
                });
    }

    private void damage(StringBuilder pattern) {
        int at = random.nextInt(pattern.length() + 1);
        switch (random.nextInt(3)) {
            case 0 -> pattern.insert(at, oneOf(STRAY));
            case 1 -> pattern.delete(at, Math.min(pattern.length(), at + 1 + random.nextInt(2)));
            default -> {
                if (at < pattern.length()) {
                    pattern.setCharAt(at, oneOf(STRAY).charAt(0));
                }
            }
        }
    }

    private String oneOf(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
