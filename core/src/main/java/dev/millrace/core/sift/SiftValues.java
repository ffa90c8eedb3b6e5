package dev.millrace.core.sift;

import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;

/**
 * Which values may become part of a file's name. What comes from outside, such as a user's name, must not lead out of
 * its folder or be read as a pattern or variable: other values share the files of the default value.
 */
final class SiftValues {
    private static final int MAX_CHARS = 64;
    private static final String FORBIDDEN = "/\\${}[]()|?*+%@,";
    private static final long SILENCE_MILLIS = 60_000;

    private final String sink;
    private final String defaultValue;
    private final StatusLog status;
    private long silentUntilMillis = Long.MIN_VALUE;
    private long replaced;
    private boolean callerTold;

    SiftValues(String sink, String defaultValue, StatusLog status) {
        this.sink = sink;
        this.defaultValue = defaultValue;
        this.status = status;
    }

    /** Whether a value may be part of a file's name; one that may not is told, once a minute at most. */
    boolean accept(String value, long eventMillis) {
        String problem = problem(value);
        if (problem == null) {
            return true;
        }
        replaced++;
        if (eventMillis >= silentUntilMillis) {
            silentUntilMillis = eventMillis + SILENCE_MILLIS;
            status.add(
                    StatusCode.MR330,
                    "sink " + sink + ": the value \"" + printable(value) + "\" " + problem
                            + "; its events go where those" + " of \"" + defaultValue + "\" go (" + replaced
                            + " events so far)");
        }
        return false;
    }

    /** What a call captures of its caller is what the pattern of the default value prints. */
    void lacksCaller(String value) {
        if (!callerTold) {
            callerTold = true;
            status.add(
                    StatusCode.MR332,
                    "sink " + sink + ": the pattern of \"" + value + "\" prints more of the caller than that of \""
                            + defaultValue + "\"; ? stands in its place");
        }
    }

    private static String problem(String value) {
        if (value.isEmpty()) {
            return "is empty";
        }
        if (value.length() > MAX_CHARS) {
            return "has more than " + MAX_CHARS + " characters";
        }
        if (value.equals(".")) {
            return "is the name of every folder";
        }
        char before = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (FORBIDDEN.indexOf(c) >= 0 || (c == '.' && before == '.')) {
                return "has characters that lead out of a folder or have a meaning of their own";
            }
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029' || c == '\ufffd') {
                return "has control characters or is no text";
            }
            before = c;
        }
        return null;
    }

    private static String printable(String value) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < value.length() && i < MAX_CHARS; i++) {
            char c = value.charAt(i);
            text.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? '?' : c);
        }
        return value.length() > MAX_CHARS ? text + "…" : text.toString();
    }
}
