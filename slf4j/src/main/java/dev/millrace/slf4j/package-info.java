/**
 * Millrace behind SLF4J 2: the provider, its loggers, MDC and markers.
 *
 * <p>This package turns SLF4J's calls into calls of {@link dev.millrace.core.Engine}. It must not know how events are
 * encoded, stored or written, nor which configuration dialect was read.
 */
package dev.millrace.slf4j;
