package dev.millrace.layout.pattern;

import dev.millrace.event.Levels;

/** Printed level names. */
final class LevelTexts {
    private static final int[] LEVELS = {Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR};

    private final byte[][] texts = new byte[LEVELS.length][];
    private final byte[] unknown;

    LevelTexts(Surround surround) {
        for (int i = 0; i < LEVELS.length; i++) {
            texts[i] = surround.around(Levels.name(LEVELS[i]));
        }
        unknown = surround.around("?");
    }

    byte[] of(int level) {
        int index = level / 10;
        return index >= 0 && index < texts.length ? texts[index] : unknown;
    }
}
