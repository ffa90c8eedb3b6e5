package dev.millrace.core.outbox;

/**
 * Where the data area holds the table of a batch's parts.
 *
 * @param offset its first byte, a multiple of eight
 * @param length its bytes
 * @param check CRC32C of them, but for the first word
 * @since 0.1.0
 */
public record PartsTable(int offset, int length, int check) {}
