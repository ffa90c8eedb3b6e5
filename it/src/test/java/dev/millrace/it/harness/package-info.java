/** Forked JVMs, JDKs, class paths, directories and privileges. Must not know what is proved with them. */
package dev.millrace.it.harness;
