package dev.millrace.config.logback.variable;

import java.util.ArrayList;
import java.util.List;

/**
 * Parses a text that may contain variables.
 *
 * <pre>
 * text      = (LITERAL | reference | braces)*
 * reference = "${" text [":-" text] "}"
 * braces    = "{" text [":-" text] "}"
 * </pre>
 *
 * <p>A ":-" outside of any braces ends the text: what follows is dropped, without a word, as Logback drops it.
 */
final class VariableParser {
    private static final int MAX_DEPTH = 100;

    private final List<VariableToken> tokens;
    private int at;
    private int depth;

    private VariableParser(List<VariableToken> tokens) {
        this.tokens = tokens;
    }

    static List<VariableNode> parse(String text) {
        VariableParser parser = new VariableParser(VariableTokenizer.tokenize(text));
        List<VariableNode> nodes = parser.text();
        if (parser.lookingAt(VariableToken.RIGHT)) {
            throw new IllegalArgumentException("a \"}\" closes nothing");
        }
        return nodes;
    }

    private List<VariableNode> text() {
        List<VariableNode> nodes = new ArrayList<>();
        while (at < tokens.size()) {
            VariableToken token = tokens.get(at);
            if (token == VariableToken.START) {
                nodes.add(reference());
            } else if (token == VariableToken.LEFT) {
                braces(nodes);
            } else if (token == VariableToken.RIGHT || token == VariableToken.DEFAULT) {
                return nodes;
            } else {
                at++;
                nodes.add(VariableNode.literal(token.text()));
            }
        }
        return nodes;
    }

    private VariableNode reference() {
        enter();
        List<VariableNode> name = text();
        List<VariableNode> fallback = null;
        if (lookingAt(VariableToken.DEFAULT)) {
            at++;
            fallback = text();
        }
        leave();
        return new VariableNode(null, name, fallback);
    }

    private void braces(List<VariableNode> into) {
        enter();
        into.add(VariableNode.literal("{"));
        List<VariableNode> content = text();
        into.addAll(content);
        if (lookingAt(VariableToken.DEFAULT)) {
            if (content.isEmpty()) {
                throw new IllegalArgumentException("\":-\" directly after \"{\"");
            }
            at++;
            into.add(VariableNode.literal(":-"));
            into.addAll(text());
        }
        into.add(VariableNode.literal("}"));
        leave();
    }

    private void enter() {
        at++;
        if (++depth > MAX_DEPTH) {
            throw new IllegalArgumentException("more than " + MAX_DEPTH + " braces inside one another");
        }
    }

    private void leave() {
        if (!lookingAt(VariableToken.RIGHT)) {
            throw new IllegalArgumentException("a \"}\" is missing");
        }
        at++;
        depth--;
    }

    private boolean lookingAt(VariableToken token) {
        return at < tokens.size() && tokens.get(at) == token;
    }
}
