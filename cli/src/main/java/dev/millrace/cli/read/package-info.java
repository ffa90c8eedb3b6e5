/**
 * Finds journals, opens them read-only, and gives out their events, of several merged by time.
 */
package dev.millrace.cli.read;
