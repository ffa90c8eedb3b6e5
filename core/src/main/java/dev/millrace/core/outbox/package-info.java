/**
 * The mapped buffer that a file sink's rendered batch is written from, so that a batch that a kill interrupts is
 * finished exactly once. This package knows nothing of events, plans or the engine.
 */
package dev.millrace.core.outbox;
