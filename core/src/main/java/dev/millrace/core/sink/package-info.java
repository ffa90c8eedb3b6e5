/**
 * Where rendered batches go: files and consoles. This package knows nothing of events, layouts or lanes.
 */
package dev.millrace.core.sink;
