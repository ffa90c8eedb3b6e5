package dev.millrace.config.logback.condition;

import java.util.ArrayList;
import java.util.List;

/**
 * Parses an expression by recursive descent; how deep and how long it may be is bounded. A part of an expression is a {@link
 * Condition} or a {@link Text}.
 */
final class ConditionParser {
    private static final int MAX_LENGTH = 10_000;
    private static final int MAX_DEPTH = 50;

    private final List<ConditionToken> tokens;
    private int at;
    private int depth;

    private ConditionParser(List<ConditionToken> tokens) {
        this.tokens = tokens;
    }

    static Condition parse(String text, boolean escapes) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("it has more than " + MAX_LENGTH + " characters");
        }
        ConditionParser parser = new ConditionParser(ConditionTokenizer.tokenize(text, escapes));
        Object term = parser.or();
        if (parser.token().type() != ConditionToken.END) {
            throw parser.unexpected();
        }
        return condition(term);
    }

    private Object or() {
        if (++depth > MAX_DEPTH) {
            throw new IllegalArgumentException("more than " + MAX_DEPTH + " parentheses inside one another");
        }
        Object first = and();
        if (token().is("||")) {
            List<Condition> parts = new ArrayList<>(List.of(condition(first)));
            while (accept("||")) {
                parts.add(condition(and()));
            }
            first = junction(false, parts);
        }
        depth--;
        return first;
    }

    private Object and() {
        Object first = equal();
        if (!token().is("&&")) {
            return first;
        }
        List<Condition> parts = new ArrayList<>(List.of(condition(first)));
        while (accept("&&")) {
            parts.add(condition(equal()));
        }
        return junction(true, parts);
    }

    /** True when all parts are, or when one of them is; those behind the one that decides are not looked at. */
    private static Condition junction(boolean all, List<Condition> parts) {
        return properties -> {
            for (Condition part : parts) {
                if (part.isTrue(properties) != all) {
                    return !all;
                }
            }
            return all;
        };
    }

    private Object equal() {
        Object first = unary();
        for (int comparisons = 0; token().is("==") || token().is("!="); comparisons++) {
            if (comparisons == MAX_DEPTH) {
                throw new IllegalArgumentException("more than " + MAX_DEPTH + " comparisons in a row");
            }
            boolean negated = token().is("!=");
            at++;
            Condition equality = equality(first, unary());
            first = negated ? equality.negated() : equality;
        }
        return first;
    }

    /** Of two conditions, or of a text with null. */
    private static Condition equality(Object left, Object right) {
        if (left instanceof Condition one && right instanceof Condition other) {
            return properties -> one.isTrue(properties) == other.isTrue(properties);
        }
        if (left instanceof Text text && right == Text.NULL) {
            return properties -> text.value(properties) == null;
        }
        if (left == Text.NULL && right instanceof Text text) {
            return properties -> text.value(properties) == null;
        }
        throw new IllegalArgumentException("== and != compare texts with null only (write .equals)");
    }

    private Object unary() {
        boolean negated = false;
        boolean any = false;
        while (accept("!")) {
            negated = !negated;
            any = true;
        }
        Object term = value();
        for (int calls = 0; accept("."); calls++) {
            if (calls == MAX_DEPTH) {
                throw new IllegalArgumentException("more than " + MAX_DEPTH + " calls in a row");
            }
            String method = name();
            term = Calls.method(text(term), method, arguments());
        }
        if (!any) {
            return term;
        }
        Condition condition = condition(term);
        return negated ? condition.negated() : condition;
    }

    private Object value() {
        ConditionToken token = token();
        if (token.type() == ConditionToken.QUOTED) {
            at++;
            return (Text) properties -> token.text();
        }
        if (accept("(")) {
            Object term = or();
            expect(")");
            return term;
        }
        String name = name();
        switch (name) {
            case "true", "false" -> {
                return (Condition) properties -> name.equals("true");
            }
            case "null" -> {
                return Text.NULL;
            }
            default -> {
                return Calls.function(qualified(name), arguments());
            }
        }
    }

    /** The whole of a name with dots, as {@code System.getProperty}. */
    private String qualified(String first) {
        StringBuilder name = new StringBuilder(first);
        while (accept(".")) {
            name.append('.').append(name());
        }
        return name.toString();
    }

    private List<Text> arguments() {
        expect("(");
        List<Text> arguments = new ArrayList<>();
        if (accept(")")) {
            return arguments;
        }
        do {
            arguments.add(text(or()));
        } while (accept(","));
        expect(")");
        return arguments;
    }

    private static Condition condition(Object term) {
        if (term instanceof Condition condition) {
            return condition;
        }
        throw new IllegalArgumentException("a text stands where true or false is needed");
    }

    private static Text text(Object term) {
        if (term instanceof Text text) {
            return text;
        }
        throw new IllegalArgumentException("true or false stands where a text is needed");
    }

    private ConditionToken token() {
        return tokens.get(at);
    }

    private String name() {
        if (token().type() != ConditionToken.NAME) {
            throw unexpected();
        }
        return tokens.get(at++).text();
    }

    private boolean accept(String symbol) {
        if (!token().is(symbol)) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(String symbol) {
        if (!accept(symbol)) {
            throw unexpected();
        }
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException(
                token() + (token().type() == ConditionToken.STRANGE ? " is not understood" : " is out of place"));
    }
}
