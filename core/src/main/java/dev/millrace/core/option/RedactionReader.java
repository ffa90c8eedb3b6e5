package dev.millrace.core.option;

import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Redaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads what is to be redacted. Loaded only where something is. */
final class RedactionReader {
    private RedactionReader() {}

    /** Either value may be null. */
    static Redaction read(OptionValue keys, OptionValue patterns, StatusLog status) {
        Set<String> names = new TreeSet<>();
        if (keys != null) {
            StringTokenizer tokens = new StringTokenizer(keys.text(), ",");
            while (tokens.hasMoreTokens()) {
                String key = tokens.nextToken().trim();
                if (!key.isEmpty()) {
                    names.add(key);
                }
            }
        }
        List<Pattern> compiled = new ArrayList<>();
        if (patterns != null) {
            StringTokenizer tokens = new StringTokenizer(patterns.text());
            while (tokens.hasMoreTokens()) {
                compile(tokens.nextToken(), patterns, compiled, status);
            }
        }
        return new Redaction(
                names,
                compiled,
                pattern -> status.add(
                        StatusCode.MR481,
                        Options.REDACT_PATTERNS + ": the search for " + pattern + " took too long or failed; texts in"
                                + " which that happens are replaced as a whole"));
    }

    private static void compile(String pattern, OptionValue option, List<Pattern> compiled, StatusLog status) {
        try {
            compiled.add(Pattern.compile(pattern));
        } catch (PatternSyntaxException | StackOverflowError e) {
            status.add(
                    StatusCode.MR480,
                    option.name() + " (" + option.origin() + "): " + pattern
                            + " is no regular expression; what it was to find is not redacted",
                    e);
        }
    }
}
