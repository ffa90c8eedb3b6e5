/**
 * What runs inside a forked JVM: logs through SLF4J, measures, writes its figures to a file. It must not know which
 * backend it measures.
 */
package dev.millrace.bench.driver;
