/**
 * Which events are wanted: times, levels, names, values, texts.
 */
package dev.millrace.cli.select;
