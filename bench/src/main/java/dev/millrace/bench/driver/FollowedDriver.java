package dev.millrace.bench.driver;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs at a fixed rate; each message of the measured time says when its call began, on the clock of all processes. */
final class FollowedDriver implements Driver {
    private static final Logger LOGGER = LoggerFactory.getLogger("com.acme.followed.Service");
    private static final int DIGITS = 3;

    @Override
    public void run(Parameters parameters, Measured measured) {
        long rate = parameters.longCount("rate");
        String mark = parameters.text("mark");
        long warmup = log(rate, parameters.longCount("warmupSeconds"), "warming up {}", new Histogram(DIGITS));
        Histogram calls = new Histogram(DIGITS);
        long events = log(rate, parameters.longCount("seconds"), mark + "{}", calls);
        measured.put("warmup", warmup);
        measured.put("events", events);
        measured.put("call", calls);
    }

    private static long log(long rate, long seconds, String template, Histogram calls) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        long events = 0;
        Pace pace = new Pace(rate);
        while (System.nanoTime() < end) {
            for (long due = pace.awaitDue(); due > 0; due--) {
                long before = System.nanoTime();
                LOGGER.info(template, before);
                calls.recordValue(System.nanoTime() - before);
                events++;
            }
        }
        return events;
    }
}
