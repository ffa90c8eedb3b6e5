package dev.millrace.layout;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates conversion patterns over the whole grammar, and some broken ones. */
final class Patterns {
    private static final int MAX_DEPTH = 4;

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
        "}",
        ",",
        "'",
        " text ",
        "\\_",
        "\t",
        "."
    };
    private static final String[] ODD_MODIFIERS = {"10.3", "0", "+7", "-1.1", "05.06", ".-0", "-5.-2", "65537"};
    private static final String[] ODD_WORDS = {
        "nope",
        "rootless",
        "d{yyyy b}",
        "level(a)",
        "nope(%m)",
        "d{HH, Nowhere/Land}",
        "maskedKvp",
        "property{''}",
        "caller{-1..2}",
        "replace(%m){'(', ''}",
        "replace(%m){e, '$9'}",
        "d{HppHmm}",
        "d{pd}",
        "d{SSSSSS}",
        "replace(%m){'(a{2000}){2000}', ''}"
    };
    private static final String[] STRAY = {
        "%", ")", "(", "\\", "{", "}", "'", "\"", "%(", "%-", ".", "\\x", "%5.", "%m{", "%foo(", "%foo", "%BARE", "$"
    };

    private final Random random;
    private final WordUses uses;
    private final List<WordUse> used = new ArrayList<>();

    Patterns(Random random) {
        this.random = random;
        this.uses = new WordUses(random);
    }

    /** What the words are dealt from. */
    WordUses uses() {
        return uses;
    }

    /** What stands in the pattern made last, as long as it was not damaged. */
    List<WordUse> used() {
        return used;
    }

    /** A pattern over the whole grammar; one in twenty has an odd part or is damaged. */
    String next() {
        used.clear();
        StringBuilder pattern = new StringBuilder();
        sequence(pattern, 0, 5 + random.nextInt(8));
        if (random.nextInt(20) == 0) {
            if (random.nextBoolean()) {
                pattern.append('%')
                        .append(random.nextBoolean() ? "" : oneOf(ODD_MODIFIERS))
                        .append(oneOf(ODD_WORDS));
            } else {
                used.clear();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    damage(pattern);
                }
            }
        }
        return withoutLoneSurrogates(pattern.toString());
    }

    /** A configuration file cannot hold them; damage can leave them. */
    private static String withoutLoneSurrogates(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private void sequence(StringBuilder to, int depth, int words) {
        for (int i = 0; i < words; i++) {
            to.append(oneOf(LITERALS));
            WordUse use = word(to, depth);
            to.append(behind(use));
        }
    }

    /** Text that does not become part of the word before it. */
    private String behind(WordUse use) {
        if (!use.options().isEmpty()) {
            return oneOf(LITERALS);
        }
        String text = oneOf(LITERALS);
        while (use.group() ? text.startsWith("\\") : Character.isJavaIdentifierPart(text.charAt(0))) {
            text = oneOf(LITERALS);
        }
        return text;
    }

    private WordUse word(StringBuilder to, int depth) {
        WordUse use = uses.next();
        used.add(use);
        to.append('%').append(use.modifier());
        if (use.group()) {
            to.append(use.word().equals("BARE") ? "" : use.word()).append('(');
            sequence(to, depth + 1, depth < MAX_DEPTH ? random.nextInt(3) : 0);
            to.append(')');
        } else {
            to.append(use.word());
        }
        to.append(use.options());
        return use;
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
