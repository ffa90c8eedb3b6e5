/**
 * A small XML parser: elements, attributes and text with their places. It must not know what the elements mean, and it
 * never opens anything: no entity, DTD or schema is resolved.
 */
package dev.millrace.config.logback.xml;
