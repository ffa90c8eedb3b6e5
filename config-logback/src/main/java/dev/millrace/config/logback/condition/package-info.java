/** The language of {@code <if condition="…">}; it must not know where the values of properties come from. */
package dev.millrace.config.logback.condition;
