/**
 * What a log event is: levels, capture on the calling thread, the encoded form, and its decoding.
 *
 * <p>It must not know where events are kept or how they are printed.
 */
package dev.millrace.event;
