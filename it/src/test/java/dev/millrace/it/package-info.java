/**
 * The proofs from outside: over SLF4J and {@code logback.xml}, in forked JVMs, against the assembled class path. The
 * quick form of each is a test here, the full form is {@link dev.millrace.it.Prove}. Knows nothing of Millrace's inside
 * but its file names and status codes.
 */
package dev.millrace.it;
