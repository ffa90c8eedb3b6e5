package dev.millrace.journal;

/**
 * Appends for the first time at the first place of a used-up stack that lets it, and prints what came of it. A process of
 * its own, because a JVM links each use of a variable handle once.
 */
final class FirstAppendProcess {
    private static final int RECORD_BYTES = 48;

    private final Journal journal;
    private final byte[] record = new byte[RECORD_BYTES];
    private String outcome;

    private FirstAppendProcess(Journal journal) {
        this.journal = journal;
    }

    public static void main(String[] args) throws InterruptedException {
        FirstAppendProcess process = new FirstAppendProcess(Journal.inMemory(
                new JournalOptions(16L << 20, TestJournals.SEGMENT, false, false, new TestJournals.Told())));
        Thread thread = new Thread(process::descend);
        thread.start();
        thread.join();
        System.out.println(process.outcome);
        Runtime.getRuntime().halt(0);
    }

    private void descend() {
        try {
            deeper(0);
        } catch (StackOverflowError e) {
            // The end of the stack, which was wanted.
        }
    }

    private int deeper(int depth) {
        try {
            return deeper(depth + 1) + 1;
        } catch (StackOverflowError e) {
            if (outcome == null) {
                append();
            }
            throw e;
        }
    }

    private void append() {
        long tail = journal.tailPosition();
        try {
            journal.append(record, 0, RECORD_BYTES, 0);
            outcome = "appended";
        } catch (StackOverflowError e) {
            if (journal.tailPosition() != tail) {
                outcome = "claimed and not committed";
            }
        }
    }
}
