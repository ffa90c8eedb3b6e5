package dev.millrace.journal;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Reads, and once more where a file was cut off under its mapping. Such a fault is thrown late, perhaps when the reader
 * has moved on already; so all is done again, with the files as long as they are by now. And once more where an interrupt
 * has closed a file that was about to be mapped: reading waits for nothing that an interrupt could end.
 */
final class Rereading {
    private static final int MOST_FAULTS = 10;

    /** What reads from where the reader stands; true when there was something. */
    interface Reading {
        boolean once() throws IOException;
    }

    private Rereading() {}

    static boolean read(ReadPlace place, Reading reading) throws IOException {
        long position = place.position;
        long overtaken = place.overtakenBytes;
        long damaged = place.damagedBytes;
        long holes = place.holeBytes;
        int faults = 0;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return reading.once();
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                } catch (InternalError e) {
                    if (faults++ == MOST_FAULTS) {
                        throw new IOException(
                                "files are cut off again and again while they are read: directory=" + place.directory,
                                e);
                    }
                    place.segments.forget();
                    place.segment = null;
                    place.goBackTo(position, overtaken, damaged, holes);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
