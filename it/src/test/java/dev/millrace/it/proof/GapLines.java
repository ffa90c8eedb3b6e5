package dev.millrace.it.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines in a sink that say how many events are missing there.
 *
 * @param lines how many such lines there are
 * @param events how many events they say are missing
 * @param strange lines that are neither events nor such lines
 */
record GapLines(int lines, long events, List<String> strange) {
    private static final Pattern GAP = Pattern.compile("… (\\d+) events? dropped here \\(.*\\):.*");

    static GapLines of(List<String> otherLines) {
        int lines = 0;
        long events = 0;
        List<String> strange = new ArrayList<>();
        for (String line : otherLines) {
            Matcher gap = GAP.matcher(line);
            if (gap.matches()) {
                lines++;
                events += Long.parseLong(gap.group(1));
            } else {
                strange.add(line);
            }
        }
        return new GapLines(lines, events, strange);
    }
}
