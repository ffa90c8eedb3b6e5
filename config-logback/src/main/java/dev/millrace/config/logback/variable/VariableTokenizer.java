package dev.millrace.config.logback.variable;

import java.util.ArrayList;
import java.util.List;

/**
 * Divides a text into tokens.
 *
 * <p>A character after "$" or ":" that does not make a token of it is text, even when it is a closing brace or "$":
 * a colon keeps a brace behind it from closing, and of two dollars the second begins nothing. Logback reads it so.
 */
final class VariableTokenizer {
    private final String text;
    private final List<VariableToken> tokens = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();
    private int at;

    private VariableTokenizer(String text) {
        this.text = text;
    }

    static List<VariableToken> tokenize(String text) {
        VariableTokenizer tokenizer = new VariableTokenizer(text);
        while (tokenizer.at < text.length()) {
            tokenizer.next();
        }
        tokenizer.endLiteral();
        return tokenizer.tokens;
    }

    private void next() {
        char c = text.charAt(at++);
        switch (c) {
            case '$' -> afterDollar();
            case ':' -> afterColon();
            case '{' -> add(VariableToken.LEFT);
            case '}' -> add(VariableToken.RIGHT);
            default -> literal.append(c);
        }
    }

    private void afterDollar() {
        if (at == text.length()) {
            literal.append('$');
            return;
        }
        char c = text.charAt(at++);
        if (c == '{') {
            add(VariableToken.START);
        } else {
            literal.append('$').append(c);
        }
    }

    private void afterColon() {
        if (at == text.length()) {
            literal.append(':');
            return;
        }
        char c = text.charAt(at);
        if (c == '-') {
            at++;
            add(VariableToken.DEFAULT);
            return;
        }
        literal.append(':');
        if (c != '$' && c != '{') {
            literal.append(c);
            at++;
        }
    }

    private void add(VariableToken token) {
        endLiteral();
        tokens.add(token);
    }

    private void endLiteral() {
        if (!literal.isEmpty()) {
            tokens.add(new VariableToken(literal.toString()));
            literal.setLength(0);
        }
    }
}
