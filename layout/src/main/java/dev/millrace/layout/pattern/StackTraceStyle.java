package dev.millrace.layout.pattern;

import java.util.List;

/**
 * How stack traces are laid out.
 *
 * @param frameLimit frames printed of each throwable; {@code Integer.MAX_VALUE} for all
 * @param ignored frames whose line holds one of these are skipped and counted
 * @param packaging whether frames name the archives of their classes, where those were captured
 * @param rootFirst whether the innermost cause comes first
 */
record StackTraceStyle(
        int frameLimit, List<String> ignored, String lineSeparator, boolean packaging, boolean rootFirst) {}
