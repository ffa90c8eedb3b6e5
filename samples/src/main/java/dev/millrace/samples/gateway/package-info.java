/**
 * A small SQL gateway: HTTP in front of an embedded database, every statement logged through SLF4J. It knows SLF4J and
 * nothing of any logging backend; which one it runs on is decided by the class path.
 */
package dev.millrace.samples.gateway;
