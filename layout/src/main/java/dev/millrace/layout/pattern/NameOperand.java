package dev.millrace.layout.pattern;

import java.util.function.UnaryOperator;

/**
 * Makes tables of printed names.
 *
 * @param abbreviation null where names are printed whole
 */
record NameOperand(UnaryOperator<String> abbreviation) implements CachedOperand {
    @Override
    public Object between(Surround surround) {
        return new NameTexts(surround, abbreviation);
    }
}
