package dev.millrace.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a persisted cursor of a journal stands, as another process sees it.
 *
 * @param name the name it was opened with (a very long one is cut)
 * @param position first position that it has not dealt with
 * @param counters its persisted counters, {@link Cursor#COUNTERS} of them
 * @since 0.1.0
 */
public record CursorState(String name, long position, List<Long> counters) {
    static List<CursorState> of(ControlPage control) {
        List<CursorState> states = new ArrayList<>();
        for (int index = 0; index < control.cursors(); index++) {
            if (control.inUse(index)) {
                List<Long> counters = new ArrayList<>(Cursor.COUNTERS);
                for (int counter = 0; counter < Cursor.COUNTERS; counter++) {
                    counters.add(control.counter(index, counter));
                }
                states.add(new CursorState(control.name(index), control.position(index), List.copyOf(counters)));
            }
        }
        return List.copyOf(states);
    }
}
