package dev.millrace.cli.select;

/**
 * A text in which {@code *} stands for any characters.
 *
 * @param text as written
 */
record Glob(String text) {
    boolean matches(String candidate) {
        int star = -1;
        int retry = 0;
        int at = 0;
        int in = 0;
        while (in < candidate.length()) {
            if (at < text.length() && text.charAt(at) == '*') {
                star = at++;
                retry = in;
            } else if (at < text.length() && text.charAt(at) == candidate.charAt(in)) {
                at++;
                in++;
            } else if (star >= 0) {
                at = star + 1;
                in = ++retry;
            } else {
                return false;
            }
        }
        while (at < text.length() && text.charAt(at) == '*') {
            at++;
        }
        return at == text.length();
    }
}
