/**
 * Consoles that share a standard stream: one sink carries them, and their lines stand in the order of the events.
 */
package dev.millrace.core.group;
