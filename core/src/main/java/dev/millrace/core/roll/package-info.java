/**
 * Rolling files: when a sink goes on in another file, how files get their final names, and what becomes of them then.
 * This package knows nothing of events, layouts, lanes or sinks.
 */
package dev.millrace.core.roll;
