/**
 * Sinks that write each value's events to files of their own, through one cursor, one thread and one outbox. This
 * package knows nothing of the engine or of configuration files.
 */
package dev.millrace.core.sift;
