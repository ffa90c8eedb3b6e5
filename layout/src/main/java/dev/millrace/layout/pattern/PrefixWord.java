package dev.millrace.layout.pattern;

/**
 * {@code %prefix(…)}: a group in which {@code name=} stands before each word that has a name. Width modifiers of the
 * words directly inside have no effect, as in Logback.
 */
final class PrefixWord extends GroupWord {
    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        program.begin(use.fit());
        for (PatternNode node : children(use)) {
            if (node.isLiteral()) {
                program.compile(node);
                continue;
            }
            String label = program.labelOf(node);
            if (label != null) {
                program.literal(label + "=");
            }
            program.compile(node.withoutFit());
        }
        program.end(use.fit());
    }
}
