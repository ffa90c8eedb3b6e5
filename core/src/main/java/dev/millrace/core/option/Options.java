package dev.millrace.core.option;

import dev.millrace.core.plan.FileNames;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Redaction;
import dev.millrace.journal.JournalOptions;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * Millrace's own options, read once and frozen.
 *
 * @param journalDir directory below which the journal lives; null: next to the first file sink
 * @param budgetBytes upper bound of the journal's files; 0: by the space there is
 * @param block true: a caller waits when the budget is spent; false: the event is dropped and counted
 * @param sync TRUE: a call returns when its sinks have written it; FALSE: never so; null: where people expect it
 * @param shutdownTimeoutMillis longest time that closing waits for the sinks
 * @param compressionSharePercent what compressing rolled files may take of one core
 * @param retainBytes the newest delivered events that are kept; 0: none, or as many as {@code retainMillis} says
 * @param retainMillis how long delivered events are kept; 0: as long as {@code retainBytes} says
 * @since 0.1.0
 */
public record Options(
        Path journalDir,
        long budgetBytes,
        boolean block,
        Boolean sync,
        long shutdownTimeoutMillis,
        int compressionSharePercent,
        long retainBytes,
        long retainMillis) {
    /** Directory below which the journal lives. */
    public static final String JOURNAL_DIR = "millrace.journal.dir";

    /** Upper bound of the journal's files, for example {@code 512MB}. */
    public static final String JOURNAL_BUDGET = "millrace.journal.budget";

    /** What is kept after it was delivered: {@code 10GB}, {@code 24h}, or both, separated by a comma. */
    public static final String JOURNAL_RETAIN = "millrace.journal.retain";

    /** What happens when the budget is spent: {@code discard} or {@code block}. */
    public static final String OVERFLOW = "millrace.overflow";

    /** Whether a call returns only when its sinks have written it: {@code true} or {@code false}. */
    public static final String SYNC = "millrace.sync";

    /** Longest time that closing waits for the sinks, for example {@code 10s}. */
    public static final String SHUTDOWN_TIMEOUT = "millrace.shutdown.timeout";

    /** What compressing rolled files may take of one core, for example {@code 25%}. */
    public static final String COMPRESSION_SHARE = "millrace.compression.share";

    /** Keys of the MDC and of key-values whose values are redacted, separated by commas. */
    public static final String REDACT_KEYS = "millrace.redact.keys";

    /** Regular expressions whose matches are redacted, separated by spaces. */
    public static final String REDACT_PATTERNS = "millrace.redact.patterns";

    /** A quarter of one core. */
    public static final int DEFAULT_COMPRESSION_SHARE_PERCENT = 25;

    static final long DEFAULT_SHUTDOWN_TIMEOUT_MILLIS = 10_000;
    static final long MAX_SHUTDOWN_TIMEOUT_MILLIS = 3_600_000;

    private static final List<String> ALL_READ =
            List.of(JOURNAL_DIR, JOURNAL_BUDGET, JOURNAL_RETAIN, OVERFLOW, SYNC, SHUTDOWN_TIMEOUT, COMPRESSION_SHARE);

    /** Reads the options; what is wrong becomes a status and its default is used. Never throws. */
    public static Options read(OptionSource source, Plan.OverflowWish wish, StatusLog status) {
        if (!source.hasAny(ALL_READ)) {
            // As most often: then the class that reads them is not loaded.
            return new Options(
                    null,
                    0,
                    wish == Plan.OverflowWish.BLOCK,
                    null,
                    DEFAULT_SHUTDOWN_TIMEOUT_MILLIS,
                    DEFAULT_COMPRESSION_SHARE_PERCENT,
                    0,
                    0);
        }
        Reader reader = new Reader(source, status);
        RetainedAmount retained = reader.retained();
        return new Options(
                reader.journalDir(),
                reader.budgetBytes(),
                reader.block(wish),
                reader.sync(),
                reader.timeoutMillis(),
                reader.sharePercent(),
                retained == null ? 0 : retained.bytes(),
                retained == null ? 0 : retained.millis());
    }

    /** Whether delivered events are kept. */
    public boolean retains() {
        return retainBytes > 0 || retainMillis > 0;
    }

    /** What is to be taken out of events before they are kept; null when nothing is. Never throws. */
    public static Redaction redaction(OptionSource source, StatusLog status) {
        OptionValue keys = source.find(REDACT_KEYS);
        OptionValue patterns = source.find(REDACT_PATTERNS);
        return keys == null && patterns == null ? null : RedactionReader.read(keys, patterns, status);
    }

    private static final class Reader {
        private final OptionSource source;
        private final StatusLog status;

        private Reader(OptionSource source, StatusLog status) {
            this.source = source;
            this.status = status;
        }

        Path journalDir() {
            OptionValue value = source.find(JOURNAL_DIR);
            if (value == null) {
                return null;
            }
            try {
                return Path.of(FileNames.usable(value.text())).toAbsolutePath().normalize();
            } catch (InvalidPathException e) {
                reject(value, "a directory", "the directory of the first file sink");
                return null;
            }
        }

        long budgetBytes() {
            OptionValue value = source.find(JOURNAL_BUDGET);
            if (value == null) {
                return 0;
            }
            long bytes = Amounts.bytes(value.text());
            if (bytes == Amounts.INVALID || bytes == 0) {
                reject(value, "a size such as 512MB or 1GB", "the default by free space");
                return 0;
            }
            if (bytes < JournalOptions.MIN_BUDGET_BYTES) {
                reject(value, "at least " + JournalOptions.MIN_BUDGET_BYTES + " bytes", "that minimum");
                return JournalOptions.MIN_BUDGET_BYTES;
            }
            return bytes;
        }

        /** Null where nothing is to be kept. */
        RetainedAmount retained() {
            OptionValue value = source.find(JOURNAL_RETAIN);
            if (value == null) {
                return null;
            }
            RetainedAmount amount = RetainedAmount.parse(value.text());
            if (amount == null) {
                reject(value, "a size such as 10GB, a time such as 24h, or both", "nothing is kept");
            }
            return amount;
        }

        boolean block(Plan.OverflowWish wish) {
            boolean fallback = wish == Plan.OverflowWish.BLOCK;
            OptionValue value = source.find(OVERFLOW);
            if (value == null) {
                return fallback;
            }
            if (value.text().equalsIgnoreCase("block")) {
                return true;
            }
            if (value.text().equalsIgnoreCase("discard")) {
                return false;
            }
            reject(value, "discard or block", fallback ? "block, which the configuration asks for" : "discard");
            return fallback;
        }

        Boolean sync() {
            OptionValue value = source.find(SYNC);
            if (value == null) {
                return null;
            }
            if (value.text().equalsIgnoreCase("true")) {
                return Boolean.TRUE;
            }
            if (value.text().equalsIgnoreCase("false")) {
                return Boolean.FALSE;
            }
            reject(value, "true or false", "the default (true for terminals and test configurations)");
            return null;
        }

        long timeoutMillis() {
            OptionValue value = source.find(SHUTDOWN_TIMEOUT);
            if (value == null) {
                return DEFAULT_SHUTDOWN_TIMEOUT_MILLIS;
            }
            long millis = Amounts.millis(value.text());
            if (millis == Amounts.INVALID || millis > MAX_SHUTDOWN_TIMEOUT_MILLIS) {
                reject(
                        value,
                        "a time of at most one hour such as 10s or 500ms",
                        DEFAULT_SHUTDOWN_TIMEOUT_MILLIS + " ms");
                return DEFAULT_SHUTDOWN_TIMEOUT_MILLIS;
            }
            return millis;
        }

        int sharePercent() {
            OptionValue value = source.find(COMPRESSION_SHARE);
            if (value == null) {
                return DEFAULT_COMPRESSION_SHARE_PERCENT;
            }
            int percent = percent(value.text());
            if (percent < 1 || percent > 100) {
                reject(value, "a percentage from 1% to 100%", DEFAULT_COMPRESSION_SHARE_PERCENT + "%");
                return DEFAULT_COMPRESSION_SHARE_PERCENT;
            }
            return percent;
        }

        private static int percent(String text) {
            String number = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
            try {
                return Integer.parseInt(number.trim());
            } catch (NumberFormatException e) {
                return 0;
            }
        }

        private void reject(OptionValue value, String expected, String used) {
            status.add(
                    StatusCode.MR101,
                    value.name() + "=" + value.text() + " (" + value.origin() + ") is not understood: expected "
                            + expected + "; used instead: " + used);
        }
    }
}
