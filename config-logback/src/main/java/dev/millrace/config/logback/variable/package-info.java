/** The language of {@code ${name:-default}}; it must not know where the values of names come from. */
package dev.millrace.config.logback.variable;
