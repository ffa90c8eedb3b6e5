package dev.millrace.layout.pattern;

import dev.millrace.layout.LayoutProblem;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;

/** Arranges the tokens of a pattern into nested nodes. */
final class PatternParser {
    /** Groups within groups: deeper ones are a mistake, and would let a pattern overflow the stack. */
    private static final int MAX_DEPTH = 200;

    private final List<PatternToken> tokens;
    private final Problems problems;
    private int at;

    PatternParser(List<PatternToken> tokens, Problems problems) {
        this.tokens = tokens;
        this.problems = problems;
    }

    List<PatternNode> parse() throws ParseException {
        List<PatternNode> nodes = sequence(0);
        if (nodes.isEmpty()) {
            throw new ParseException("there is nothing to print", 0);
        }
        if (at < tokens.size()) {
            problems.report(
                    LayoutProblem.STRAY_PARENTHESIS,
                    tokens.get(at).column(),
                    "closing parenthesis without an opening one; the pattern ends there (write \\) to print it)");
        }
        return nodes;
    }

    private List<PatternNode> sequence(int depth) throws ParseException {
        List<PatternNode> nodes = new ArrayList<>();
        while (at < tokens.size() && tokens.get(at).kind() != PatternToken.CLOSE) {
            PatternToken token = tokens.get(at++);
            nodes.add(node(token, depth));
        }
        return nodes;
    }

    private PatternNode node(PatternToken token, int depth) throws ParseException {
        if (token.kind() == PatternToken.LITERAL) {
            return PatternNode.literal(token.text());
        }
        return token.kind() == PatternToken.WORD
                ? PatternNode.word(token.text(), fit(token), token.options(), null, token.column())
                : group(token, depth + 1);
    }

    private PatternNode group(PatternToken open, int depth) throws ParseException {
        if (depth > MAX_DEPTH) {
            throw new ParseException("groups are nested deeper than " + MAX_DEPTH, open.column() - 1);
        }
        Fit fit = fit(open);
        List<PatternNode> children = sequence(depth);
        if (at == tokens.size()) {
            throw new ParseException("the group is not closed by a parenthesis", open.column() - 1);
        }
        PatternToken close = tokens.get(at++);
        return PatternNode.word(open.text(), fit, close.options(), children, open.column());
    }

    private Fit fit(PatternToken token) throws ParseException {
        if (token.modifier().isEmpty()) {
            return null;
        }
        try {
            Fit fit = Fit.parse(token.modifier());
            if (fit.min() > Fit.WIDEST) {
                problems.report(
                        LayoutProblem.TOO_WIDE,
                        token.column(),
                        "minimum width " + fit.min() + " is cut to " + Fit.WIDEST);
                return new Fit(Fit.WIDEST, fit.max(), fit.padLeft(), fit.keepTail());
            }
            return fit;
        } catch (IllegalArgumentException e) {
            throw new ParseException(
                    "[" + token.modifier() + "] is no width modifier such as -5.10 (write \\% to print a percent sign)",
                    token.column() - 1);
        }
    }
}
