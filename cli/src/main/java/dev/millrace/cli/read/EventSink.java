package dev.millrace.cli.read;

import dev.millrace.event.LogEvent;
import java.io.IOException;

/**
 * Takes events one after the other.
 *
 * @since 0.1.0
 */
public interface EventSink {
    /**
     * Takes an event.
     *
     * @param source number of its journal, in the order in which they were given
     * @param event valid until the method returns
     * @return false when no more are wanted
     */
    boolean take(int source, LogEvent event) throws IOException;
}
