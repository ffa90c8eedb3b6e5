/** What both sides know: the text of each event, the shape of a line, and the oracle of returned calls. JDK only. */
package dev.millrace.it.workload;
