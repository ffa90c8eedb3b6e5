package dev.millrace.layout.pattern;

/**
 * Starts a colour by the event's level.
 *
 * @param error the code for ERROR
 * @param warn the code for WARN
 * @param info the code for INFO
 * @param others the code for DEBUG and TRACE
 */
record LevelColors(String error, String warn, String info, String others) implements CachedOperand {
    @Override
    public Object between(Surround surround) {
        return new LevelTexts(
                surround,
                ColorWord.start(others),
                ColorWord.start(others),
                ColorWord.start(info),
                ColorWord.start(warn),
                ColorWord.start(error),
                ColorWord.start(others));
    }
}
