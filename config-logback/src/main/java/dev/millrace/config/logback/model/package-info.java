/** What a configuration says, as plain data with line numbers; it must not know what variables hold or what can be done. */
package dev.millrace.config.logback.model;
