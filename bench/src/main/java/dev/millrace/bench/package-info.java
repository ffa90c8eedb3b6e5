/**
 * The workbench: measures a logging backend behind SLF4J in forked JVMs, one backend a class path. It must not know
 * any backend's classes, and is never published.
 */
package dev.millrace.bench;
