package dev.millrace.event;

import java.math.BigDecimal;

/**
 * Another process, whose first captures meet the end of a stack, each with a little more room than the one before. Prints
 * how many of the captures failed that come after that, with all the room they want.
 */
final class EarlyOverflowProcess {
    private static final long STACK_BYTES = 512 << 10;

    private final Fixture fixture = new Fixture();
    private boolean captured;

    private EarlyOverflowProcess() {}

    public static void main(String[] args) throws InterruptedException {
        EarlyOverflowProcess process = new EarlyOverflowProcess();
        process.fixture.capture.rehearse();
        CaptureRehearsal.ofInitialisers();
        Thread thread = new Thread(null, process::overflow, "overflowing", STACK_BYTES);
        thread.start();
        thread.join();
        System.out.println(process.failures() + " of 2 failed");
    }

    /** Returns frame by frame, and tries to capture in each of them, until it can be done. */
    private void overflow() {
        try {
            overflow();
        } catch (StackOverflowError e) {
            // Here is the end; the frames above have more room.
        }
        if (!captured) {
            try {
                captureDecimal();
                captureThrown();
                captured = true;
            } catch (StackOverflowError | LinkageError e) {
                // Then with more room.
            }
        }
    }

    private int failures() {
        int failures = 0;
        try {
            captureDecimal();
        } catch (LinkageError e) {
            System.err.println(e);
            failures++;
        }
        try {
            captureThrown();
        } catch (LinkageError e) {
            System.err.println(e);
            failures++;
        }
        return failures;
    }

    private void captureDecimal() {
        fixture.record("{}", BigDecimal.TEN);
    }

    private void captureThrown() {
        fixture.record("thrown", new Object[0], new IllegalStateException("thrown"), null, null);
    }
}
