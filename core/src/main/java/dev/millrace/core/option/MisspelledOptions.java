package dev.millrace.core.option;

import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Tells of names that look like one of Millrace's options and are none, or are set where nobody reads them: without that
 * whoever misspells what is to be redacted learns of it from the log. Names that are like none may be the application's.
 *
 * @since 0.1.0
 */
public final class MisspelledOptions {
    private static final String CONFIGURATION = "millrace.config";
    private static final List<String> OPTIONS = List.of(
            Options.JOURNAL_DIR,
            Options.JOURNAL_BUDGET,
            Options.JOURNAL_RETAIN,
            Options.OVERFLOW,
            Options.SYNC,
            Options.SHUTDOWN_TIMEOUT,
            Options.COMPRESSION_SHARE,
            Options.REDACT_KEYS,
            Options.REDACT_PATTERNS,
            CONFIGURATION,
            StatusLog.PROPERTY);
    private static final List<String> FAMILIES =
            List.of("millrace.journal.", "millrace.redact.", "millrace.shutdown.", "millrace.compression.");
    private static final String PREFIX = "millrace.";
    private static final int MOST_EDITS = 2;

    private final StatusLog status;

    MisspelledOptions(StatusLog status) {
        this.status = status;
    }

    /** Looks at this process's system properties and environment, and at the properties of the configuration. */
    public static void tell(Collection<String> configured, String configuration, StatusLog status) {
        MisspelledOptions misspelled = new MisspelledOptions(status);
        misspelled.inSystem(System.getProperties().stringPropertyNames());
        misspelled.inEnvironment(System.getenv().keySet());
        misspelled.inConfiguration(configured, configuration);
    }

    void inSystem(Collection<String> names) {
        for (String name : names) {
            look(name, name, "system property");
        }
    }

    void inEnvironment(Collection<String> names) {
        for (String variable : names) {
            String name = variable.toLowerCase(Locale.ROOT).replace('_', '.');
            if (name.equals(StatusLog.PROPERTY)) {
                tell(variable, "environment variable", "it is read as the system property " + name + " only");
            } else if (OptionSource.environmentName(name).equals(variable)) {
                look(name, variable, "environment variable");
            }
        }
    }

    void inConfiguration(Collection<String> names, String configuration) {
        for (String name : names) {
            String origin = "property in " + configuration;
            if (name.equals(StatusLog.PROPERTY)) {
                tell(name, origin, "it is read as a system property only");
            } else if (name.equals(CONFIGURATION)) {
                tell(name, origin, "it is read as a system property or an environment variable only");
            } else {
                look(name, name, origin);
            }
        }
    }

    private void look(String name, String written, String origin) {
        if (!name.toLowerCase(Locale.ROOT).startsWith(PREFIX) || OPTIONS.contains(name)) {
            return;
        }
        String nearest = null;
        int leastEdits = Integer.MAX_VALUE;
        for (String option : OPTIONS) {
            int edits = isPartOf(option, name) ? 1 : edits(name, option);
            if (edits < leastEdits) {
                leastEdits = edits;
                nearest = option;
            }
        }
        if (leastEdits <= MOST_EDITS || isOfFamily(name)) {
            tell(written, origin, "there is no such option; the nearest is " + nearest);
        }
    }

    /** Whether the one is the other without its last words, or without those in the middle. */
    private static boolean isPartOf(String option, String name) {
        return option.startsWith(name + '.') || option.endsWith(name.substring(PREFIX.length() - 1));
    }

    private static boolean isOfFamily(String name) {
        for (String family : FAMILIES) {
            if (name.startsWith(family)) {
                return true;
            }
        }
        return false;
    }

    private void tell(String written, String origin, String reason) {
        status.add(StatusCode.MR104, written + " (" + origin + ") has no effect: " + reason);
    }

    /** How many chars are to be added, left out or replaced to make one of the other: Levenshtein's distance. */
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int above = row[j];
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[to.length()];
    }
}
