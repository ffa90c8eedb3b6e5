/**
 * Which level is in force for a logger, and which sinks its events reach. This package knows nothing of events'
 * bytes, journals or the engine.
 */
package dev.millrace.core.route;
