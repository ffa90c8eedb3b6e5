/**
 * Reads Logback's configuration files into a {@link dev.millrace.core.plan.Plan}; it must not know how the engine runs
 * one.
 *
 * <p>What is read goes one way: {@code source} (find and read) → {@code xml} (parse) → {@code model} (what the file
 * says, with line numbers) → {@code translate} (variables, appenders, loggers → plan); what cannot be honoured goes to
 * {@code report}.
 */
package dev.millrace.config.logback;
