package dev.millrace.layout.pattern;

/** A text for each level. */
final class LevelTexts {
    private final byte[][] texts;
    private final byte[] unknown;

    LevelTexts(Surround surround, String trace, String debug, String info, String warn, String error, String unknown) {
        this.texts = new byte[][] {
            surround.around(trace),
            surround.around(debug),
            surround.around(info),
            surround.around(warn),
            surround.around(error)
        };
        this.unknown = surround.around(unknown);
    }

    byte[] of(int level) {
        int index = level / 10;
        return index >= 0 && index < texts.length ? texts[index] : unknown;
    }
}
