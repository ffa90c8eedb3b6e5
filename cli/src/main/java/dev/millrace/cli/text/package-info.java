/**
 * Bytes as text: hexadecimal digits, UTF-8, JSON strings.
 */
package dev.millrace.cli.text;
