/**
 * Millrace's own messages. This package knows nothing of events, journals or sinks.
 */
package dev.millrace.core.status;
