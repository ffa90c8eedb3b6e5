/**
 * Carries events from the journal to one sink each: decode, route, filter, render, hand over, release. This package
 * knows nothing of how a plan was read, and nothing of the callers but the position they wait for.
 */
package dev.millrace.core.lane;
