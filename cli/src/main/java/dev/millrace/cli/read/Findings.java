package dev.millrace.cli.read;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.look.Sizes;
import java.util.List;

/**
 * Says, when the reading is done, what was not given out and why.
 *
 * @since 0.1.0
 */
public final class Findings {
    private Findings() {}

    /** Tells of each journal what was passed over; the exit code of a command that else would end with {@code code}. */
    public static int tell(List<EventSource> sources, Console console, int code) {
        boolean damaged = false;
        boolean onlyForeign = false;
        boolean overtaken = false;
        for (EventSource source : sources) {
            long damagedBytes = source.reader().damagedBytes();
            if (damagedBytes > 0) {
                damaged = true;
                console.tell(source.directory() + ": " + Sizes.of(damagedBytes)
                        + (source.reader().rebooted()
                                ? " were not vouched for after a new boot, and passed over"
                                : " are damaged and were passed over"));
            }
            if (!source.losses().isEmpty()) {
                damaged = true;
                console.tell(source.directory() + ": " + source.losses());
            }
            if (source.reader().overtakenBytes() > 0) {
                overtaken = true;
                console.tell(source.directory() + ": "
                        + Sizes.of(source.reader().overtakenBytes()) + " were recycled before they could be read");
            }
            if (source.foreignRecords() > 0) {
                onlyForeign |= source.events() == 0;
                console.tell(source.directory() + ": " + source.foreignRecords()
                        + (source.isOfLog()
                                ? " records cannot be read as log events and were passed over"
                                : " records are no log events (export reads the records of a queue)"));
            }
        }
        // Of what nobody has read nobody knows that nothing matched.
        if (damaged || (overtaken && code == ExitCode.NOTHING_FOUND)) {
            return ExitCode.DAMAGED;
        }
        return onlyForeign ? ExitCode.REFUSED : code;
    }
}
