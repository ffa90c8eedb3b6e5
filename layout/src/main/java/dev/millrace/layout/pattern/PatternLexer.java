package dev.millrace.layout.pattern;

import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a conversion pattern into tokens, with Logback's rules for escapes, options and what follows a parenthesis.
 *
 * <p>A backslash at the very end of a pattern is dropped; so is a lone {@code \_}, which separates a word from
 * identifier characters behind it.
 */
final class PatternLexer {
    private static final String ESCAPABLE = "%()";
    private static final String ESCAPABLE_AFTER_GROUP = "%{}";

    private final String pattern;
    private final List<PatternToken> tokens = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();
    private int at;

    PatternLexer(String pattern) {
        this.pattern = pattern;
    }

    List<PatternToken> tokens() throws ParseException {
        while (!atEnd()) {
            char c = pattern.charAt(at++);
            switch (c) {
                case '\\' -> unescape(ESCAPABLE);
                case '%' -> {
                    endLiteral();
                    conversion();
                }
                case ')' -> {
                    endLiteral();
                    closing();
                }
                default -> literal.append(c);
            }
        }
        endLiteral();
        return tokens;
    }

    private boolean atEnd() {
        return at == pattern.length();
    }

    private void endLiteral() {
        if (!literal.isEmpty()) {
            tokens.add(new PatternToken(PatternToken.LITERAL, literal.toString(), "", List.of(), at));
            literal.setLength(0);
        }
    }

    private void conversion() throws ParseException {
        int column = at;
        int modifierStart = at;
        char c = next(column);
        while (c != '(' && !Character.isJavaIdentifierStart(c)) {
            c = next(column);
        }
        String modifier = pattern.substring(modifierStart, at - 1);
        if (c == '(') {
            tokens.add(new PatternToken(PatternToken.OPEN, ConversionWords.PLAIN_GROUP, modifier, List.of(), column));
            return;
        }
        int wordStart = at - 1;
        while (!atEnd() && Character.isJavaIdentifierPart(pattern.charAt(at))) {
            at++;
        }
        String word = pattern.substring(wordStart, at);
        if (!atEnd() && pattern.charAt(at) == '(') {
            at++;
            tokens.add(new PatternToken(PatternToken.OPEN, word, modifier, List.of(), column));
        } else {
            tokens.add(new PatternToken(PatternToken.WORD, word, modifier, optionsIfAny(), column));
        }
    }

    private void closing() throws ParseException {
        int column = at;
        tokens.add(new PatternToken(PatternToken.CLOSE, "", "", optionsIfAny(), column));
        if (atEnd() || pattern.charAt(at - 1) == '}') {
            return;
        }
        char c = pattern.charAt(at);
        if (c == '\\') {
            at++;
            unescape(ESCAPABLE_AFTER_GROUP);
        } else if (c != ')') {
            // Whatever it is, a percent sign too: so does Logback, and "%(a)%n" has no line end there.
            at++;
            literal.append(c);
        }
    }

    private List<String> optionsIfAny() throws ParseException {
        if (atEnd() || pattern.charAt(at) != '{') {
            return List.of();
        }
        int column = ++at;
        List<String> options = new ArrayList<>();
        while (true) {
            char c = next(column);
            switch (c) {
                case '}' -> {
                    return options;
                }
                case ' ', '\t', '\r', '\n', ',' -> {}
                case '\'', '"' -> options.add(quotedOption(c, column));
                default -> {
                    int start = at - 1;
                    while (c != ',' && c != '}') {
                        c = next(column);
                    }
                    options.add(pattern.substring(start, at - 1).trim());
                    if (c == '}') {
                        return options;
                    }
                }
            }
        }
    }

    /** Backslashes stay in the option, but take the quote behind them along. */
    private String quotedOption(char quote, int column) throws ParseException {
        int start = at;
        for (char c = next(column); c != quote; c = next(column)) {
            if (c == '\\') {
                next(column);
            }
        }
        return pattern.substring(start, at - 1);
    }

    private char next(int column) throws ParseException {
        if (atEnd()) {
            throw new ParseException("the pattern ends in the middle of a conversion word", column - 1);
        }
        return pattern.charAt(at++);
    }

    private void unescape(String escapable) throws ParseException {
        if (atEnd()) {
            return;
        }
        char c = pattern.charAt(at++);
        switch (c) {
            case '_' -> {}
            case '\\' -> literal.append(c);
            case 't' -> literal.append('\t');
            case 'r' -> literal.append('\r');
            case 'n' -> literal.append('\n');
            default -> {
                if (escapable.indexOf(c) < 0) {
                    throw new ParseException("there is no escape sequence \\" + c, at - 2);
                }
                literal.append(c);
            }
        }
    }
}
