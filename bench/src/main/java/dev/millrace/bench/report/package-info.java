/**
 * A run's results as data, as JSON and as one HTML page. It knows figures and their names, and must not know what is
 * measured or how.
 */
package dev.millrace.bench.report;
