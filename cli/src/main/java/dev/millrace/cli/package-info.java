/**
 * The command line: reads, searches, follows, checks and turns journals, of live processes and of dead ones.
 *
 * <p>It knows journals, events and layouts, and neither the engine nor any logging API.
 */
package dev.millrace.cli;
