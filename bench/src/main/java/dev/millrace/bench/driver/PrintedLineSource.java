package dev.millrace.bench.driver;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** The standard lines as a program writes them that has no logging: put together and printed. */
final class PrintedLineSource extends LineSource {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    PrintedLineSource(LineFormat format, String[] texts) {
        super(format, texts);
    }

    @Override
    void log() {
        long id = nextId();
        System.out.println(TIME.format(LocalDateTime.now()) + " ["
                + Thread.currentThread().getName() + "] INFO  "
                + LineFormat.LOGGER + " - order " + id + " of customer " + text(id) + " accepted with "
                + LineFormat.items(id)
                + " items; payment, stock, address and delivery day were checked");
    }
}
