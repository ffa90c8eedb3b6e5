package dev.millrace.cli.look;

import java.util.Locale;

/**
 * Shows how far long work has come: one line on the error output, where that is a terminal; nothing elsewhere.
 *
 * <p>Call {@link #at} as often as you like: it prints four times a second. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class Progress implements AutoCloseable {
    private static final long EVERY_NS = 250_000_000;
    private static final String ERASE_LINE = "\r\u001b[K";

    /** On a narrow terminal the end is not seen; on a second line it would stay. */
    private static final String NO_WRAP = "\u001b[?7l";

    private static final String WRAP = "\u001b[?7h";

    private final Console console;
    private final boolean shows;
    private final String what;
    private final long totalBytes;
    private final long startedNs = System.nanoTime();
    private long shownNs = startedNs;
    private boolean shown;

    /**
     * Starts.
     *
     * @param what the work, such as {@code verifying}
     * @param totalBytes all there is to do; 0 when that is not known
     */
    public Progress(Console console, String what, long totalBytes) {
        this(console, console.showsProgress(), what, totalBytes);
    }

    private Progress(Console console, boolean shows, String what, long totalBytes) {
        this.console = console;
        this.shows = shows;
        this.what = what;
        this.totalBytes = totalBytes;
    }

    /** The same for work that prints as it goes: nothing is shown where both outputs are one terminal's. */
    public static Progress ofPrinting(Console console, String what) {
        return new Progress(console, console.showsProgress() && !console.outIsTerminal(), what, 0);
    }

    /** Says how much is done. */
    public void at(long bytes, long records) {
        if (!shows) {
            return;
        }
        long now = System.nanoTime();
        if (now - shownNs < EVERY_NS) {
            return;
        }
        shownNs = now;
        shown = true;
        double seconds = (now - startedNs) / 1e9;
        String part = totalBytes > 0 ? String.format(Locale.ROOT, " %3d %%", 100 * bytes / totalBytes) : "";
        console.err()
                .print(String.format(
                        Locale.ROOT,
                        "%s%s%s%s %s, %,d records, %s/s%s",
                        ERASE_LINE,
                        NO_WRAP,
                        what,
                        part,
                        Sizes.of(bytes),
                        records,
                        Sizes.of((long) (bytes / seconds)),
                        WRAP));
        console.err().flush();
    }

    /** Takes the line away, for another to be printed; the next {@link #at} that is due shows it again. */
    public void hide() {
        if (shown) {
            shown = false;
            console.err().print(ERASE_LINE);
            console.err().flush();
        }
    }

    /** Takes the line away. */
    @Override
    public void close() {
        hide();
    }
}
