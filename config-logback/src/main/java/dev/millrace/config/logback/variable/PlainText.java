package dev.millrace.config.logback.variable;

/**
 * Tells texts that substitution cannot change, as most are: then the classes that read variables are not loaded.
 *
 * @since 0.1.0
 */
public final class PlainText {
    private PlainText() {}

    /** Whether substitution cannot change the text. */
    public static boolean isPlain(String text) {
        if (text.contains(":-")) {
            return false;
        }
        boolean hasBraces = text.indexOf('{') >= 0 || text.indexOf('}') >= 0;
        // Behind a colon a brace closes nothing.
        return !hasBraces || (text.indexOf('$') < 0 && !text.contains(":}") && hasPlainBraces(text));
    }

    /** Whether each brace that opens is closed before the next one opens. */
    private static boolean hasPlainBraces(String text) {
        boolean open = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '{' || c == '}') {
                if (open == (c == '{')) {
                    return false;
                }
                open = !open;
            }
        }
        return !open;
    }
}
