/**
 * Turns events into lines: by a pattern, or as JSON of several schemas.
 */
package dev.millrace.cli.print;
