package dev.millrace.layout;

import dev.millrace.event.Dictionary;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventDetails;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.pattern.PatternLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;

/**
 * What rendering a line costs, in nanoseconds of the thread's CPU time: the best of several rounds in one JVM.
 *
 * <p>Run with the module's test class path: {@code java -cp … dev.millrace.layout.RenderingCost [pattern…]}.
 */
final class RenderingCost {
    private static final int EVENTS = 1024;
    private static final int ROUNDS = 12;
    private static final int LOOPS_PER_ROUND = 2_000;
    private static final int BATCH_BYTES = 256 * 1024;
    private static final String LINE = "%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger{36} - %msg%n";

    private final Dictionary dictionary = Dictionary.inMemory();
    private final byte[][] records = new byte[EVENTS][];
    private final LogEvent event = new LogEvent(dictionary);
    private final Utf8Buffer out = new Utf8Buffer(BATCH_BYTES + 4096);
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    private RenderingCost() {
        EventCapture capture = new EventCapture(dictionary, new EventClock(), 1 << 16);
        for (int i = 0; i < EVENTS; i++) {
            String logger = "com.example.shop.orders.OrderService" + i % 8;
            EventDetails details = new EventDetails(
                    null, null, null, null, 1_790_000_000_000_000L + i * 250L, ("http-worker-" + i % 4).intern());
            EventEncoder encoder = capture.encode(
                    dictionary.idOfRepeating(logger),
                    logger,
                    i % 16 == 0 ? Levels.WARN : Levels.INFO,
                    1,
                    "order {} accepted for customer {} with {} items, total and shipping are settled later on by the clearing run",
                    3,
                    null,
                    null,
                    new Object[] {1_000_000L + i, "customer-" + i, i % 40},
                    null,
                    null,
                    details);
            records[i] = Arrays.copyOf(encoder.bytes(), encoder.length());
            capture.release(encoder);
        }
    }

    public static void main(String[] args) {
        RenderingCost cost = new RenderingCost();
        String[] patterns =
                args.length > 0 ? args : new String[] {LINE, LINE.replace("%msg", ""), "%msg%nopex", "x%nopex"};
        for (String pattern : patterns) {
            cost.measure(pattern);
        }
    }

    private void measure(String pattern) {
        PatternLayout layout = PatternLayout.compile(
                pattern, new LayoutContext(0, "\n", (key, text) -> System.out.println(key + ": " + text)));
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < LOOPS_PER_ROUND; i++) {
                renderAll(layout);
            }
            long spentNs = threads.getCurrentThreadCpuTime() - before;
            best = Math.min(best, spentNs / (double) (LOOPS_PER_ROUND * (long) EVENTS));
        }
        out.length(0);
        event.wrap(records[0], 0, records[0].length);
        layout.render(event, out);
        System.out.printf(Locale.ROOT, "%6.1f ns for %3d bytes of %s%n", best, out.length(), pattern);
    }

    private void renderAll(PatternLayout layout) {
        for (byte[] bytes : records) {
            if (out.length() > BATCH_BYTES) {
                out.length(0);
            }
            if (!event.wrap(bytes, 0, bytes.length)) {
                throw new IllegalStateException("not an event");
            }
            layout.render(event, out);
        }
    }
}
