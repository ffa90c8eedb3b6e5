package dev.millrace.core.lane;

/**
 * Tells whether the calling thread's stack has room for rendering and writing, by using that much of it. Where it has
 * none, the overflow happens here, with nothing held, and not between taking a lock and giving it back.
 */
final class StackProbe {
    private static final int FRAMES = 256;

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
        return frames == 0 ? a | 1 : descend(frames - 1, b + frames, c ^ frames, a) | 1;
    }
}
