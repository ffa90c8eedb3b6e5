/** Finds the configuration as Logback does and reads its bytes; it must not know what they mean. */
package dev.millrace.config.logback.source;
