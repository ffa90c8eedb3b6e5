/**
 * Millrace's own options ({@code millrace.*}): where they come from, what they mean, what is used when they are wrong.
 * This package knows nothing of the engine.
 */
package dev.millrace.core.option;
