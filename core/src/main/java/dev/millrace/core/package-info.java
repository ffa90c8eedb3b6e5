/**
 * The engine: starts a plan, takes log calls, drives the sinks, ends. This package knows no configuration dialect and
 * nothing of SLF4J.
 */
package dev.millrace.core;
