package dev.millrace.bench.report;

/**
 * A figure against its target.
 *
 * @param scenario which measured it
 * @param what the figure
 * @param target what it should be
 * @param measured what it is
 * @param met whether that is enough
 * @since 0.1.0
 */
public record Verdict(String scenario, String what, String target, String measured, boolean met) {}
