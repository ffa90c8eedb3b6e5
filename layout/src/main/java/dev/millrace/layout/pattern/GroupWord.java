package dev.millrace.layout.pattern;

import java.util.List;

/** A word around others: {@code %word(…)}. Without a parenthesis it stands around nothing. */
abstract class GroupWord implements ConversionWord {
    @Override
    public final boolean takesChildren() {
        return true;
    }

    static List<PatternNode> children(PatternNode.Word use) {
        return use.isGroup() ? use.children() : List.of();
    }
}
