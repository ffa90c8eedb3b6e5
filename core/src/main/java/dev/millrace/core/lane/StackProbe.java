package dev.millrace.core.lane;

/**
 * Tells whether the calling thread's stack has room for rendering and writing. Where it has none, the overflow happens
 * here, with nothing held, and not between taking a lock and giving it back.
 */
final class StackProbe {
    // Rendering and writing go deeper than an append, for which the journal's probe is made: it stands below these.
    private static final int FRAMES = 32;

    private StackProbe() {}

    static boolean hasRoom() {
        try {
            return descend(FRAMES, 1, 2, 3) != 0;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    // The arguments keep the frames apart from each other and of some size.
    private static long descend(int frames, long a, long b, long c) {
        if (frames == 0) {
            dev.millrace.journal.StackProbe.ensureRoom();
            return a | 1;
        }
        return descend(frames - 1, b + frames, c ^ frames, a) | 1;
    }
}
