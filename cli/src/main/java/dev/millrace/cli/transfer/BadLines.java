package dev.millrace.cli.transfer;

import dev.millrace.cli.look.Console;
import java.nio.charset.StandardCharsets;

/** Shows the first bad lines and counts all. */
final class BadLines {
    private static final int EXCERPT_BYTES = 60;

    private final Console console;
    private final long shown;
    private long count;

    BadLines(Console console, long shown) {
        this.console = console;
        this.shown = shown;
    }

    long count() {
        return count;
    }

    /** Whether something will be printed for the next one. */
    boolean isNextShown() {
        return count <= shown;
    }

    /** Tells of the line that the source is at. */
    void add(String input, LineSource lines, Row row, Schema schema) {
        if (count++ < shown) {
            tell(input, lines, row.faultText(schema), row.faultAt());
        }
        if (count == shown + 1 && shown > 0) {
            console.tell("further bad lines are counted only (--show-bad shows more)");
        }
    }

    private void tell(String input, LineSource lines, String fault, int at) {
        int start = Math.max(lines.from(), Math.min(at, lines.to()));
        int length = Math.min(EXCERPT_BYTES, lines.to() - start);
        String excerpt = new String(lines.bytes(), start, length, StandardCharsets.UTF_8);
        String near = length == 0 ? "" : ", at: " + excerpt + (start + length < lines.to() ? "…" : "");
        console.tell(input + ":" + lines.number() + ":" + (start - lines.from() + 1) + ": " + fault + near);
    }
}
