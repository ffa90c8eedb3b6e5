package dev.millrace.journal;

/**
 * How far a reader came in a piece of a journal, and what it passed over.
 *
 * @param endPosition where it would go on; the piece's end when it came so far
 * @param overtakenBytes recycled before it came to them
 * @param damagedBytes damaged, missing, or vouched for by nothing after a new boot
 * @param holeBytes claimed and never committed
 * @see JournalReader#toPiece
 * @since 0.1.0
 */
public record JournalPassage(long endPosition, long overtakenBytes, long damagedBytes, long holeBytes) {}
