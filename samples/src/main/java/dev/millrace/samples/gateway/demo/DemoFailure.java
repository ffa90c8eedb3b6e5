package dev.millrace.samples.gateway.demo;

/** Ends the demo with a sentence for the person in front of it and an exit code. */
final class DemoFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    DemoFailure(int exitCode, String sentence) {
        super(sentence);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
