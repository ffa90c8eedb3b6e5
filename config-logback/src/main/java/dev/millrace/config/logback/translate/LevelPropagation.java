package dev.millrace.config.logback.translate;

/** Reads the options of a listener that passes levels on to java.util.logging. */
final class LevelPropagation implements OptionHandler {
    private final Translation translation;
    private boolean reset;

    LevelPropagation(Translation translation) {
        this.translation = translation;
    }

    /** Whether levels that java.util.logging has are taken away first. */
    boolean isReset() {
        return reset;
    }

    @Override
    public void option(Option option) {
        if (option.property().equals("resetJUL")) {
            reset = translation.flag(option, reset);
        } else {
            translation.reportUnknown(option, "<contextListener>");
        }
    }
}
