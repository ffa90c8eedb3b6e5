package dev.millrace.bench.driver;

/** One measurement within a fork. */
interface Driver {
    /** Measures; whatever it throws ends the fork with an error. */
    void run(Parameters parameters, Measured measured) throws Exception;
}
