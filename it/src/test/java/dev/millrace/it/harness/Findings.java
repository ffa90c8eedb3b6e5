package dev.millrace.it.harness;

import java.util.ArrayList;
import java.util.List;

/** What a proof has found: failures and figures. It also tells how far the proof is. Thread-safe. */
public final class Findings {
    private final boolean talkative;
    private final List<String> failures = new ArrayList<>();
    private final List<String> figures = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    /** Findings that print progress, or that keep quiet. */
    public Findings(boolean talkative) {
        this.talkative = talkative;
    }

    /** States what must hold; if it does not, the sentence is a failure. */
    public synchronized boolean require(boolean holds, String sentence, Object... values) {
        if (!holds) {
            String failure = sentence.formatted(values);
            failures.add(failure);
            System.out.println("  FAILED: " + failure);
        }
        return holds;
    }

    /** A figure for the end. */
    public synchronized void figure(String sentence, Object... values) {
        String figure = sentence.formatted(values);
        figures.add(figure);
        if (talkative) {
            System.out.println("  " + figure);
        }
    }

    /** Says what could not be shown here, and why. */
    public synchronized void skip(String sentence) {
        skipped.add(sentence);
        System.out.println("  SKIPPED: " + sentence);
    }

    /** Says how far the proof is. */
    public synchronized void progress(String sentence, Object... values) {
        if (talkative) {
            System.out.println("  … " + sentence.formatted(values));
        }
    }

    /** The failures. */
    public synchronized List<String> failures() {
        return List.copyOf(failures);
    }

    /** The figures. */
    public synchronized List<String> figures() {
        return List.copyOf(figures);
    }

    /** What was skipped. */
    public synchronized List<String> skipped() {
        return List.copyOf(skipped);
    }
}
