/** Says what could not be honoured, where it stands and what is done instead; it must not know how that was found out. */
package dev.millrace.config.logback.report;
