package dev.millrace.layout.pattern;

/**
 * Makes the operand of an instruction that prints cached texts, once it is known what stands around them.
 *
 * <p>Implemented by named classes, not by lambdas: each lambda would cost a starting program about a millisecond.
 */
interface CachedOperand {
    /** The operand whose texts stand between what surrounds them. */
    Object between(Surround surround);
}
