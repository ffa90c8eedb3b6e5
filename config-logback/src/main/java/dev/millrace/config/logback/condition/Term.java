package dev.millrace.config.logback.condition;

/** A part of an expression: a {@link Condition} or a {@link Text}. */
interface Term {}
