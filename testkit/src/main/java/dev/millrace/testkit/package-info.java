/**
 * What a program logs, as a list, for its unit tests. This package knows SLF4J and its provider, and no test framework.
 */
package dev.millrace.testkit;
