/**
 * Import and export: log lines become typed records of a queue, and records and events become JSON lines, CSV or text.
 * Knows nothing of how journals are searched or shown.
 */
package dev.millrace.cli.transfer;
