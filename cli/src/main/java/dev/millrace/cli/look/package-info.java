/**
 * What all commands share in what they print: streams, exit codes, errors, colours, tables, JSON, progress.
 *
 * <p>It knows nothing of journals.
 */
package dev.millrace.cli.look;
