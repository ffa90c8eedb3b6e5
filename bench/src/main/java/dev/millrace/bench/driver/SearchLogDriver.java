package dev.millrace.bench.driver;

import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what a shop would log: a journal to be searched. One word and one logger are rare, and few events are errors. */
final class SearchLogDriver implements Driver {
    private static final long SEED = 20_261_121;
    private static final int LOGGERS = 20;
    private static final int RARE_LOGGER_EVERY = 50_000;
    private static final int ERROR_EVERY = 1_000;
    private static final int WARNING_EVERY = 100;
    private static final int CUSTOMERS = 5_000;

    @Override
    public void run(Parameters parameters, Measured measured) {
        long events = parameters.longCount("events");
        String needle = parameters.text("needle");
        Logger rare = LoggerFactory.getLogger(parameters.text("rareLogger"));
        Logger[] loggers = new Logger[LOGGERS];
        for (int i = 0; i < LOGGERS; i++) {
            loggers[i] = LoggerFactory.getLogger("com.acme.shop.part" + i + ".Service");
        }
        SplittableRandom random = new SplittableRandom(SEED);
        for (long number = 0; number < events; number++) {
            String customer = number == events / 2
                    ? needle
                    : "customer-" + random.nextInt(CUSTOMERS) + "-" + Integer.toHexString(random.nextInt());
            Logger logger =
                    number % RARE_LOGGER_EVERY == RARE_LOGGER_EVERY / 2 ? rare : loggers[random.nextInt(LOGGERS)];
            if (number % ERROR_EVERY == ERROR_EVERY / 2) {
                logger.error("order {} of {} refused after {} ms", number, customer, random.nextInt(300));
            } else if (number % WARNING_EVERY == 0) {
                logger.warn("query of {} took {} us", customer, random.nextInt(100_000));
            } else if ((number & 1) == 0) {
                logger.info("order {} of {} paid in {} ms", number, customer, random.nextInt(300));
            } else {
                logger.info("cache hit for {} after {} us", customer, random.nextInt(9_000));
            }
        }
        measured.put("seed", SEED);
    }
}
