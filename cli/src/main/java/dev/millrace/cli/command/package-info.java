/**
 * The commands, one thin class each: options in, a call, an exit code.
 */
package dev.millrace.cli.command;
