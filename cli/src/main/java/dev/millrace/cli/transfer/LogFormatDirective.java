package dev.millrace.cli.transfer;

import java.util.Locale;

/** Reads nginx's {@code log_format name [escape=default|json|none] '…' …;}. */
final class LogFormatDirective {
    private static final String WORD = "log_format";
    private static final String ESCAPE = "escape=";

    private final String text;
    private int at;

    private LogFormatDirective(String text) {
        this.text = text;
    }

    static boolean isOne(String text) {
        return text.startsWith(WORD)
                && text.length() > WORD.length()
                && Character.isWhitespace(text.charAt(WORD.length()));
    }

    static LogFormat parse(String text) {
        return new LogFormatDirective(text).parse();
    }

    private LogFormat parse() {
        at = WORD.length();
        word(); // the format's name
        ValueEscapes escapes = ValueEscapes.DEFAULT;
        StringBuilder format = new StringBuilder();
        boolean first = true;
        for (String word = word(); word != null; word = word()) {
            if (first && word.startsWith(ESCAPE)) {
                escapes = escapes(word.substring(ESCAPE.length()));
            } else {
                format.append(word);
            }
            first = false;
        }
        return LogFormat.of(format.toString(), escapes);
    }

    private ValueEscapes escapes(String word) {
        try {
            return ValueEscapes.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no way to escape: 'escape=" + word + "' (default, json or none)", e);
        }
    }

    /** The next word or quoted string, without quotes; null at the end. */
    private String word() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at == text.length() || text.charAt(at) == ';') {
            return null;
        }
        char quote = text.charAt(at);
        if (quote != '\'' && quote != '"') {
            int from = at;
            while (at < text.length() && !Character.isWhitespace(text.charAt(at)) && text.charAt(at) != ';') {
                at++;
            }
            return text.substring(from, at);
        }
        int start = at++;
        StringBuilder word = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            char next = text.charAt(at++);
            if (next == '\\' && at < text.length()) {
                word.append(unescaped(text.charAt(at++)));
            } else {
                word.append(next);
            }
        }
        if (at == text.length()) {
            throw new IllegalArgumentException(
                    "a quote of the log_format is not closed: column " + (start + 1) + " of '" + text + "'");
        }
        at++;
        return word.toString();
    }

    private static String unescaped(char escaped) {
        return switch (escaped) {
            case 't' -> "\t";
            case 'r' -> "\r";
            case 'n' -> "\n";
            case '"', '\'', '\\' -> String.valueOf(escaped);
            default -> "\\" + escaped;
        };
    }
}
