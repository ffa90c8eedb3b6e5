package dev.millrace.event;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Costs of capture and of printing the message on this machine, single-threaded: ns and allocated bytes a call, the
 * best of some rounds. No test: run its {@code main}.
 */
final class CaptureBenchmark {
    private static final int CALLS = 2_000_000;
    private static final int ROUNDS = 12;

    static int sink;

    private interface Body {
        void call(int i);
    }

    private CaptureBenchmark() {}

    public static void main(String[] args) {
        Dictionary dictionary = Dictionary.inMemory();
        EventClock clock = new EventClock();
        EventCapture capture = new EventCapture(dictionary, clock, 256 * 1024);
        int logger = dictionary.idOfRepeating("com.example.shop.OrderService");
        String[] names = new String[1024];
        for (int i = 0; i < names.length; i++) {
            names[i] = "customer-" + (100000 + i * 7);
        }
        Object[] reused = new Object[3];
        LogEvent event = new LogEvent(dictionary);
        Utf8Buffer out = new Utf8Buffer(1024);

        measure("clock", i -> sink += (int) clock.nowMicros());
        measure(
                "no arguments",
                i -> capture.release(capture.encode(
                        logger,
                        "x",
                        Levels.INFO,
                        0,
                        "Starting the order service",
                        0,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null)));
        measure("String, long, int boxed fresh", i -> {
            reused[0] = names[i & 1023];
            reused[1] = (Long) (1_000_000_000L + i);
            reused[2] = (Integer) (100000 + i);
            capture.release(capture.encode(
                    logger,
                    "x",
                    Levels.INFO,
                    0,
                    "order of {} took {} us, {} items shipped",
                    3,
                    null,
                    null,
                    reused,
                    null,
                    null,
                    null));
        });
        reused[1] = 1_000_000_000L;
        reused[2] = 123456;
        measure("String, long, int", i -> {
            reused[0] = names[i & 1023];
            capture.release(capture.encode(
                    logger,
                    "x",
                    Levels.INFO,
                    0,
                    "order of {} took {} us, {} items shipped",
                    3,
                    null,
                    null,
                    reused,
                    null,
                    null,
                    null));
        });
        String[] lines = new String[1024];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = "a line of text that was put together by hand for customer-" + i
                    + " and is about ninety chars long";
        }
        measure(
                "90 chars put together",
                i -> capture.release(capture.encode(
                        logger, "x", Levels.INFO, 0, lines[i * 31 & 1023], 0, null, null, null, null, null, null)));
        EventEncoder encoder = capture.encode(
                logger,
                "x",
                Levels.INFO,
                0,
                "order of {} took {} us, {} items shipped",
                3,
                null,
                null,
                reused,
                null,
                null,
                null);
        byte[] record = encoder.bytes().clone();
        int length = encoder.length();
        measure("wrap", i -> sink += event.wrap(record, 0, length) ? 1 : 0);
        measure("wrap and message", i -> {
            event.wrap(record, 0, length);
            out.length(0);
            event.message(out);
        });
        Exception thrown = new Exception("boom");
        measure("exception of " + thrown.getStackTrace().length + " frames", i -> {
            if ((i & 15) == 0) {
                capture.release(
                        capture.encode(logger, "x", Levels.INFO, 0, "failed", 0, null, null, null, thrown, null, null));
            }
        });
    }

    private static void measure(String name, Body body) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double best = Double.MAX_VALUE;
        double bytes = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long allocated = threads.getCurrentThreadAllocatedBytes();
            long from = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < CALLS; i++) {
                body.call(i);
            }
            best = Math.min(best, (threads.getCurrentThreadCpuTime() - from) / (double) CALLS);
            bytes = (threads.getCurrentThreadAllocatedBytes() - allocated) / (double) CALLS;
        }
        System.out.printf(Locale.ROOT, "%-40s %7.1f ns %7.2f B%n", name, best, bytes);
    }
}
