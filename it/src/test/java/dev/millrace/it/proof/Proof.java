package dev.millrace.it.proof;

import dev.millrace.it.harness.Findings;

/** One of the things that must be shown. The quick form is a test, the full form a command. */
public interface Proof {
    /** The command's word. */
    String name();

    /** What it shows, in a sentence. */
    String shows();

    /** Runs the full form. */
    void run(Findings findings);
}
