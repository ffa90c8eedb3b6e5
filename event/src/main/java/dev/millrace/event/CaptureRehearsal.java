package dev.millrace.event;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * Uses once, where there is room for it, what calls use beyond {@link EventCapture#rehearse}: a class whose
 * initialisation meets the end of a stack is lost for as long as the process lives. Thread-safe.
 *
 * @since 0.1.0
 */
public final class CaptureRehearsal {
    private static final int EVENT_BYTES = 64 << 10;

    private CaptureRehearsal() {}

    /** Uses what has static initialisers beyond a plain call; takes little, so that it can be done at once. */
    public static void ofInitialisers() {
        new ValueResolver(EVENT_BYTES).argument(BigDecimal.ONE);
        ThrownResolver.resolve(new IllegalStateException("rehearsed"), Dictionary.inMemory(), false, null);
    }

    /** The same for everything that a call may have beyond a plain one; takes milliseconds and some memory, once. */
    public static void ofRareParts() {
        EventCapture aside = new EventCapture(Dictionary.inMemory(), new EventClock(), EVENT_BYTES);
        Throwable thrown = new IllegalStateException("rehearsed", new IllegalArgumentException("cause"));
        thrown.addSuppressed(new IllegalArgumentException("suppressed"));
        EventDetails details = new EventDetails(
                List.of("marker"), List.of("key"), List.of(1.5), thrown.getStackTrace()[0], 0, "thread", null);
        Object[] args = {1L, 2.5, 3.5f, 'c', true, new Object[] {new int[] {1}, "text"}, BigDecimal.ONE, null};
        aside.release(aside.encode(
                0,
                "logger",
                Levels.INFO,
                0,
                "template {}",
                args.length,
                null,
                null,
                args,
                thrown,
                MdcSnapshot.encode(Map.of("key", "value")),
                details));
    }
}
