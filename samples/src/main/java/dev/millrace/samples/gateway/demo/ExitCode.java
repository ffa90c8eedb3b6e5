package dev.millrace.samples.gateway.demo;

/** What the demo's exit codes mean. Speed never decides one. */
final class ExitCode {
    /** Everything ended cleanly and nothing was lost. */
    static final int OK = 0;

    /** A line was lost, doubled or damaged over the kill, or a gateway did not end cleanly. */
    static final int PROOF_FAILED = 1;

    /** The command line was not understood. */
    static final int USAGE = 2;

    /** The machine did not let it run: a taken port, a full disk, a missing file. */
    static final int ENVIRONMENT = 3;

    private ExitCode() {}
}
