/**
 * Layouts: what turns a captured event into the bytes of a sink.
 *
 * <p>This module knows events and nothing of journals, sinks, files or configuration dialects.
 */
package dev.millrace.layout;
