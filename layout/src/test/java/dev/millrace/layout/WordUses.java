package dev.millrace.layout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Every conversion word of Logback's with each of its options and each width modifier, dealt like a deck of cards: none
 * comes a second time before all have come once.
 */
final class WordUses {
    static final String[] MODIFIERS = {"", "-5", "20", "30.40", ".5", ".-6", "-15.-22", ".0"};

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
        "{EPOCH}",
        "{SSSSSS n N A}",
        "{}",
        "{\"EEEE, d. MMMM yyyy\", +05:45, ja}",
        "{w Y e c Q G}",
        "{VV z O x}",
        "{ppH:mm[:ss]}"
    };
    private static final String[] THROWABLES = {
        "",
        "{full}",
        "{short}",
        "{0}",
        "{2}",
        "{-1}",
        "{nonsense}",
        "{full, com.example}",
        "{3, Thread, invoke0, onNothing}",
        "{full, onError}",
        "{short, onMarker, run}",
        "{5, noSuchEvaluator, onThrowable}",
        "{}"
    };
    private static final String[] NAMES = {"", "{0}", "{1}", "{5}", "{10}", "{16}", "{36}", "{-1}", "{x}", "{}"};
    private static final String[] MDC_KEYS = {
        "", "{user}", "{request:-none}", "{k:-}", "{:-x}", "{trace.id}", "{'user:-a, b'}", "{user, other}", "{k:-a:-b}"
    };
    private static final String[] CALLERS = {
        "",
        "{0}",
        "{1}",
        "{3}",
        "{20}",
        "{1..3}",
        "{2..2}",
        "{5..12}",
        "{x}",
        "{1..y}",
        "{2, onError}",
        "{1..4, onMarker, onThrowable}",
        "{3, missing}",
        "{2, onNothing}"
    };
    private static final String[] REPLACEMENTS = {
        "{'\\d+', 'N'}",
        "{'[aeiou]', ''}",
        "{'(\\w)(\\w)', '$2$1'}",
        "{'\\s', '_'}",
        "{o, 0}",
        "{'^', '> '}",
        "{'x*', '-'}",
        "{'(?i)ORDER|user', '<$0>'}",
        "{'(?<a>e)', '${a}${a}'}",
        "{one}",
        "",
        "{'[\\r\\n\\t]', '\\\\n'}"
    };
    private static final String[] MASKED = {
        "{password}", "{NONE, password, user}", "{single,user}", "{user, DOUBLE}", "{DOUBLE}", "{}"
    };

    private static final Map<String, String[]> OPTIONS = new HashMap<>();
    private static final List<String> GROUPS = List.of(
            "BARE",
            "replace",
            "prefix",
            "highlight",
            "black",
            "red",
            "green",
            "yellow",
            "blue",
            "magenta",
            "cyan",
            "white",
            "gray",
            "boldRed",
            "boldGreen",
            "boldYellow",
            "boldBlue",
            "boldMagenta",
            "boldCyan",
            "boldWhite");

    static {
        options(DATES, "d", "date");
        options(new String[] {"", "{option}"}, "t", "thread", "p", "le", "level", "m", "msg", "message", "n", "M");
        options(new String[] {"", "{option}"}, "method", "L", "line", "F", "file", "marker", "nopex", "nopexception");
        options(new String[] {"", "{1}"}, "r", "relative", "ms", "micros", "cn", "contextName", "lsn", "sn");
        options(new String[] {"", "{1}"}, "sequenceNumber");
        options(NAMES, "c", "lo", "logger", "C", "class");
        options(MDC_KEYS, "X", "mdc");
        options(new String[] {"", "{NONE}", "{single}", "{DOUBLE}", "{other}"}, "kvp");
        options(MASKED, "maskedKvp");
        options(new String[] {"", "{seconds}", "{SECONDS}", "{x}"}, "ep", "epoch");
        options(THROWABLES, "ex", "exception", "throwable", "rEx", "rootException", "xEx", "xException", "xThrowable");
        options(CALLERS, "caller");
        options(
                new String[] {"", "{app}", "{empty}", "{'sp ace'}", "{millrace.layout.sample}", "{no.such:-x}"},
                "property");
        options(REPLACEMENTS, "replace");
        for (String group : GROUPS) {
            OPTIONS.putIfAbsent(group, new String[] {"", "{option, other}"});
        }
    }

    private final Random random;
    private final List<WordUse> deck = new ArrayList<>();
    private int dealt;

    WordUses(Random random) {
        this.random = random;
        OPTIONS.forEach((word, options) -> {
            for (String option : options) {
                for (String modifier : MODIFIERS) {
                    deck.add(new WordUse(word, option, modifier, GROUPS.contains(word)));
                    if (GROUPS.contains(word) && !word.equals("BARE")) {
                        deck.add(new WordUse(word, option, modifier, false));
                    }
                }
            }
        });
        Collections.sort(deck, (a, b) -> a.toString().compareTo(b.toString()));
        dealt = deck.size();
    }

    private static void options(String[] options, String... words) {
        for (String word : words) {
            OPTIONS.put(word, options);
        }
    }

    /** All words that the deck holds. */
    static List<String> words() {
        return List.copyOf(OPTIONS.keySet());
    }

    /** All uses that there are. */
    List<WordUse> all() {
        return deck;
    }

    WordUse next() {
        if (dealt == deck.size()) {
            Collections.shuffle(deck, random);
            dealt = 0;
        }
        return deck.get(dealt++);
    }
}
