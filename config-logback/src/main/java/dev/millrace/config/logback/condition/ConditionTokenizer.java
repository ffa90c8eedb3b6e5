package dev.millrace.config.logback.condition;

import java.util.ArrayList;
import java.util.List;

/** Divides an expression into tokens. */
final class ConditionTokenizer {
    private static final String[] SYMBOLS = {"&&", "||", "==", "!=", "!", "(", ")", ",", "."};

    private final String text;
    private final boolean escapes;
    private int at;

    private ConditionTokenizer(String text, boolean escapes) {
        this.text = text;
        this.escapes = escapes;
    }

    /** The tokens, the end among them. */
    static List<ConditionToken> tokenize(String text, boolean escapes) {
        ConditionTokenizer tokenizer = new ConditionTokenizer(text, escapes);
        List<ConditionToken> tokens = new ArrayList<>();
        ConditionToken token;
        do {
            token = tokenizer.next();
            tokens.add(token);
        } while (token.type() != ConditionToken.END);
        return tokens;
    }

    private ConditionToken next() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        int start = at;
        if (at == text.length()) {
            return new ConditionToken(ConditionToken.END, "", start);
        }
        char c = text.charAt(at);
        if (c == '"') {
            return new ConditionToken(ConditionToken.QUOTED, quoted(), start);
        }
        if (Character.isJavaIdentifierStart(c)) {
            while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
                at++;
            }
            return new ConditionToken(ConditionToken.NAME, text.substring(start, at), start);
        }
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, at)) {
                at += symbol.length();
                return new ConditionToken(ConditionToken.SYMBOL, symbol, start);
            }
        }
        at++;
        // Left to the parser: what is wrong with the expression may stand before it.
        return new ConditionToken(ConditionToken.STRANGE, String.valueOf(c), start);
    }

    private String quoted() {
        int start = at++;
        StringBuilder content = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return content.toString();
            }
            content.append(escapes && c == '\\' ? escaped() : c);
        }
        throw new IllegalArgumentException("the quote in column " + (start + 1) + " is not closed");
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : ' ';
        return switch (c) {
            case '"', '\'', '\\' -> c;
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 'f' -> '\f';
            case 'b' -> '\b';
            default -> throw new IllegalArgumentException("there is no escape \\" + c);
        };
    }
}
