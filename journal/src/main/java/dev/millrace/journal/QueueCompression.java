package dev.millrace.journal;

/**
 * What becomes of a queue's segments once they have been read; see {@link QueueOptions#withCompression}. Readers tell by
 * each file what it was compressed with: the choice may change from one opening to the next.
 *
 * @since 0.1.0
 */
public enum QueueCompression {
    /** They stay as they are. */
    NONE(null),
    /** They are compressed with gzip, which every JDK has: some 100 MB/s of one core. */
    GZIP(Packing.GZIP),
    /**
     * They are compressed with zstd: more than twice as fast as gzip, and unpacked so, too. The program needs
     * the library {@code com.github.luben:zstd-jni}, and so does every program that reads the queue.
     */
    ZSTD(Packing.ZSTD);

    private final Packing packing;

    QueueCompression(Packing packing) {
        this.packing = packing;
    }

    /** How archives are written; null when none are. */
    Packing packing() {
        return packing;
    }
}
