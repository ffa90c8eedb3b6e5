/**
 * The text of points in time, cached per second. It knows nothing of events and patterns of conversion words.
 */
package dev.millrace.layout.time;
