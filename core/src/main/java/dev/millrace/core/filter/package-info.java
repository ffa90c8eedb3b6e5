/**
 * Decides which events a sink takes. This package knows nothing of journals, layouts or the engine.
 */
package dev.millrace.core.filter;
