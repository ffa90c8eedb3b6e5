package dev.millrace.config.logback.model;

/**
 * {@code <conversionRule conversionWord="" class="">}.
 *
 * @param word the conversion word
 * @param className the class of its converter
 * @since 0.1.0
 */
public record ConversionRuleItem(int line, String word, String className) implements Item {}
