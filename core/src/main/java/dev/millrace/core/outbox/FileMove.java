package dev.millrace.core.outbox;

import java.nio.file.Path;

/**
 * A step of a roll that was begun and is to be finished, whatever happens. The file that it is about stands in the
 * batch, so that one that somebody else has put in its place is not touched.
 *
 * @param kind what is done
 * @param target where the file goes; for {@link Kind#DELETE} the file itself
 * @param targetLengthBefore length of the target before, in bytes
 * @since 0.1.0
 */
public record FileMove(Kind kind, Path target, long targetLengthBefore) {
    /** What is done to a file. */
    public enum Kind {
        /** It gets another name on the same file system. */
        RENAME,
        /** Its bytes go behind those of the target, then it is removed. */
        COPY,
        /** It is removed. */
        DELETE
    }
}
