/**
 * Counts what happens to events, so that none is lost unseen. This package knows nothing of plans, lanes or layouts.
 */
package dev.millrace.core.counter;
