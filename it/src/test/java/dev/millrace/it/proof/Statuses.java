package dev.millrace.it.proof;

import dev.millrace.it.harness.Backend;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The backend's own messages on standard error. */
final class Statuses {
    private static final Pattern CODE = Pattern.compile("\\bMR\\d{3}\\b");

    private Statuses() {}

    /** Whether none of these codes is there. */
    static boolean none(String errors, String... codes) {
        return List.of(codes).stream().noneMatch(errors::contains);
    }

    /** Whether one line has a code and all of these words. Always so when the backend is not Millrace. */
    static boolean oneSays(String errors, String... words) {
        return Backend.chosen() != Backend.MILLRACE
                || errors.lines()
                        .anyMatch(line -> CODE.matcher(line).find()
                                && List.of(words).stream().allMatch(line::contains));
    }

    /** The codes that are there. */
    static String codes(String errors) {
        return String.join(
                " ",
                new TreeSet<>(
                        CODE.matcher(errors).results().map(MatchResult::group).toList()));
    }
}
