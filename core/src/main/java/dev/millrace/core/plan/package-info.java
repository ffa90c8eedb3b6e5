/**
 * The immutable configuration that the engine runs, and the interface of those who read one. This package knows
 * nothing of the engine.
 */
package dev.millrace.core.plan;
