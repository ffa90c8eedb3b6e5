/** The programs that are forked. They see SLF4J and the workload only; no test library is on their class path. */
package dev.millrace.it.child;
