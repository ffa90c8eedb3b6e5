package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;

/** Standard lines as every backend writes them. */
final class BenchLines {
    static final LineFormat FORMAT = LineFormat.standard(4);

    private BenchLines() {}

    static String line(int thread, long sequence) {
        return line(thread, sequence, "");
    }

    /** With something between the logger and the message. */
    static String line(int thread, long sequence, String extra) {
        long id = FORMAT.firstId() + sequence;
        return "2026-11-21 08:00:00.000 [" + FORMAT.threadName(thread) + "] INFO  " + LineFormat.LOGGER + " " + extra
                + "- order " + id + " of customer customer-" + (100 + id % 64) + " accepted with " + (100 + id % 900)
                + " items; payment, stock, address and delivery day were checked\n";
    }
}
