package dev.millrace.config.logback.xml;

import java.util.Random;

/** Writes documents at random: well-formed ones, and ones with a few characters changed. */
final class XmlGenerator {
    private static final String[] NAMES = {"configuration", "appender", "a", "b-c", "x:y", "_u", "Élan", "ref.1", "日本"};
    private static final String[] TEXTS = {
        "text",
        " ",
        "\n",
        "\t",
        "\r\n",
        "\r",
        "&amp;",
        "&lt;",
        "&gt;",
        "&quot;",
        "&apos;",
        "&#65;",
        "&#x20AC;",
        "&#x1F600;",
        "&#13;",
        "&#10;",
        "%d{HH:mm} [%t]",
        "${a:-b}",
        "é",
        "日本",
        "😀",
        "]]",
        "]",
        "'",
        "\"",
        ">",
        "/",
        "="
    };
    private static final String[] FRAGMENTS = {
        "<",
        ">",
        "/>",
        "</",
        "<!--",
        "-->",
        "--",
        "<![CDATA[",
        "]]>",
        "<?",
        "?>",
        "<?xml version=\"1.0\"?>",
        "&",
        "&amp;",
        "&#0;",
        "&#xD800;",
        "&#x110000;",
        "&#99999999999;",
        "&#;",
        "&#x;",
        "&nope;",
        "&lt",
        "=",
        "\"",
        "'",
        " ",
        "\n",
        "a",
        "<a>",
        "</a>",
        "<a/>",
        "\u0001",
        "\uFFFE",
        "xml",
        ":",
        "1"
    };

    private final Random random;
    private final StringBuilder out = new StringBuilder();

    private XmlGenerator(Random random) {
        this.random = random;
    }

    static String document(Random random) {
        XmlGenerator generator = new XmlGenerator(random);
        generator.document();
        return generator.out.toString();
    }

    static String mutated(Random random) {
        StringBuilder text = new StringBuilder(document(random));
        for (int i = random.nextInt(3); i >= 0 && !text.isEmpty(); i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, FRAGMENTS[random.nextInt(FRAGMENTS.length)]);
                case 2 -> text.setLength(at);
                default -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(8)));
            }
        }
        return text.toString();
    }

    private void document() {
        if (random.nextBoolean()) {
            out.append(random.nextBoolean() ? "<?xml version=\"1.0\"" : "<?xml  version = '1.0'");
            if (random.nextBoolean()) {
                out.append(" encoding=\"UTF-8\"");
            }
            if (random.nextInt(4) == 0) {
                out.append(" standalone='yes'");
            }
            out.append("?>");
        }
        miscellaneous();
        element(4);
        miscellaneous();
    }

    private void miscellaneous() {
        for (int i = random.nextInt(3); i > 0; i--) {
            switch (random.nextInt(3)) {
                case 0 -> out.append("\n ");
                case 1 -> out.append("<!-- a - comment <x> & -->");
                default -> out.append("<?pi some ? thing?>");
            }
        }
    }

    private void element(int depth) {
        String name = NAMES[random.nextInt(NAMES.length)];
        out.append('<').append(name);
        for (int i = random.nextInt(4); i > 0; i--) {
            out.append(random.nextBoolean() ? " " : "\n  ").append("at").append(i);
            out.append(random.nextBoolean() ? "=" : " = ");
            char quote = random.nextBoolean() ? '"' : '\'';
            out.append(quote);
            for (int j = random.nextInt(4); j > 0; j--) {
                String piece = TEXTS[random.nextInt(TEXTS.length)];
                if (piece.indexOf(quote) < 0) {
                    out.append(piece);
                }
            }
            out.append(quote);
        }
        if (random.nextInt(5) == 0) {
            out.append(random.nextBoolean() ? "/>" : " />");
            return;
        }
        out.append('>');
        for (int i = random.nextInt(6); i > 0; i--) {
            content(depth);
        }
        out.append("</").append(name).append(random.nextBoolean() ? ">" : " >");
    }

    private void content(int depth) {
        switch (random.nextInt(6)) {
            case 0 -> out.append("<![CDATA[ <raw> & ${x} ]] ]]>");
            case 1 -> miscellaneous();
            case 2 -> {
                if (depth > 0) {
                    element(depth - 1);
                }
            }
            default -> {
                String text = TEXTS[random.nextInt(TEXTS.length)];
                // Two pieces must not happen to make "]]>".
                out.append(text.equals(">") ? " >" : text);
            }
        }
    }
}
