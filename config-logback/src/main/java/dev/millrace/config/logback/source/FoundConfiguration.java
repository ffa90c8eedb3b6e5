package dev.millrace.config.logback.source;

/**
 * A configuration that was found and read.
 *
 * @param source where it was
 * @param bytes its content; cut one byte beyond the size that is accepted
 * @since 0.1.0
 */
@SuppressWarnings("ArrayRecordComponent") // passed on once, never compared
public record FoundConfiguration(ConfigurationSource source, byte[] bytes) {}
