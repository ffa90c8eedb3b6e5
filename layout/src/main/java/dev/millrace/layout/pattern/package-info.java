/**
 * Conversion patterns: read into one small class a word, run as one fused program over bytes.
 *
 * <p>The way of a pattern: {@code PatternLexer} → {@code PatternParser} → {@code PatternNode}s → the
 * {@code ConversionWord} that {@code ConversionWords} has for each → {@code ProgramBuilder} → {@link
 * dev.millrace.layout.pattern.Program}. A new word is one class, one line in {@code ConversionWords} and, where no
 * instruction serves it, one instruction.
 *
 * <p>This package knows nothing of configuration files and sinks.
 */
package dev.millrace.layout.pattern;
