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

    static List<VariableNode> parse(String text) throws VariableException {
        VariableParser parser = new VariableParser(VariableTokenizer.tokenize(text));
        List<VariableNode> nodes = parser.text();
        if (parser.lookingAt(VariableToken.RIGHT)) {
            throw new VariableException("a \"}\" closes nothing");
        }
        return nodes;
    }

    private List<VariableNode> text() throws VariableException {
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

    private VariableNode reference() throws VariableException {
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

    private void braces(List<VariableNode> into) throws VariableException {
        enter();
        into.add(VariableNode.literal("{"));
        List<VariableNode> content = text();
        into.addAll(content);
        if (lookingAt(VariableToken.DEFAULT)) {
            if (content.isEmpty()) {
                throw new VariableException("\":-\" directly after \"{\"");
            }
            at++;
            into.add(VariableNode.literal(":-"));
            into.addAll(text());
        }
        into.add(VariableNode.literal("}"));
        leave();
    }

    private void enter() throws VariableException {
        at++;
        if (++depth > MAX_DEPTH) {
            throw new VariableException("more than " + MAX_DEPTH + " braces inside one another");
        }
    }

    private void leave() throws VariableException {
        if (!lookingAt(VariableToken.RIGHT)) {
            throw new VariableException("a \"}\" is missing");
        }
        at++;
        depth--;
    }

    private boolean lookingAt(VariableToken token) {
        return at < tokens.size() && tokens.get(at) == token;
    }
}
