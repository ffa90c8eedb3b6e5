package dev.millrace.cli.command;

import dev.millrace.cli.look.EscapeFilter;
import dev.millrace.cli.print.EventPrinter;
import dev.millrace.cli.read.EventSink;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import java.io.IOException;
import java.util.List;

/** Prints events, up to a number, and counts them. */
final class EventOutput implements EventSink {
    private final List<EventPrinter> printers;
    private final EscapeFilter filter;
    private final Utf8Buffer line = new Utf8Buffer(4096);
    private long most = Long.MAX_VALUE;
    private long count;

    EventOutput(List<EventPrinter> printers, EscapeFilter filter) {
        this.printers = printers;
        this.filter = filter;
    }

    EventOutput atMost(long events) {
        most = events;
        return this;
    }

    @Override
    public boolean take(int source, LogEvent event) throws IOException {
        if (count >= most) {
            return false;
        }
        line.length(0);
        printers.get(source).print(event, line);
        filter.write(line.bytes(), 0, line.length());
        return ++count < most;
    }

    long count() {
        return count;
    }
}
