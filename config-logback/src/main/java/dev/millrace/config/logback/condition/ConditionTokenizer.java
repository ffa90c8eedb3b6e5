package dev.millrace.config.logback.condition;

import dev.millrace.config.logback.condition.Condition.Quoting;
import java.util.ArrayList;
import java.util.List;

/** Divides an expression into tokens. */
final class ConditionTokenizer {
    private static final String[] SYMBOLS = {"&&", "||", "==", "!=", "!", "(", ")", ",", "."};

    private final String text;
    private final Quoting quoting;
    private int at;

    private ConditionTokenizer(String text, Quoting quoting) {
        this.text = text;
        this.quoting = quoting;
    }

    /** The tokens, the end among them. */
    static List<ConditionToken> tokenize(String text, Quoting quoting) throws ConditionException {
        ConditionTokenizer tokenizer = new ConditionTokenizer(text, quoting);
        List<ConditionToken> tokens = new ArrayList<>();
        ConditionToken token;
        do {
            token = tokenizer.next();
            tokens.add(token);
        } while (token.type() != ConditionToken.Type.END);
        return tokens;
    }

    private ConditionToken next() throws ConditionException {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        int start = at;
        if (at == text.length()) {
            return new ConditionToken(ConditionToken.Type.END, "", start);
        }
        char c = text.charAt(at);
        if (c == '"') {
            return new ConditionToken(ConditionToken.Type.QUOTED, quoted(), start);
        }
        if (Character.isJavaIdentifierStart(c)) {
            while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
                at++;
            }
            return new ConditionToken(ConditionToken.Type.NAME, text.substring(start, at), start);
        }
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, at)) {
                at += symbol.length();
                return new ConditionToken(ConditionToken.Type.SYMBOL, symbol, start);
            }
        }
        at++;
        // Left to the parser: what is wrong with the expression may stand before it.
        return new ConditionToken(ConditionToken.Type.STRANGE, String.valueOf(c), start);
    }

    private String quoted() throws ConditionException {
        int start = at++;
        StringBuilder content = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return content.toString();
            }
            content.append(c == '\\' && quoting == Quoting.JAVA ? escaped() : c);
        }
        throw new ConditionException("the quote in column " + (start + 1) + " is not closed");
    }

    private char escaped() throws ConditionException {
        char c = at < text.length() ? text.charAt(at++) : ' ';
        return switch (c) {
            case '"', '\'', '\\' -> c;
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 'f' -> '\f';
            case 'b' -> '\b';
            default -> throw new ConditionException("there is no escape \\" + c);
        };
    }
}
