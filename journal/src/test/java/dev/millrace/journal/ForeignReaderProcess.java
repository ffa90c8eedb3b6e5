package dev.millrace.journal;

import java.nio.file.Path;

/** Another process: follows a journal until it has read the record of the number given, then prints what it saw. */
final class ForeignReaderProcess {
    private ForeignReaderProcess() {}

    public static void main(String[] args) throws Exception {
        JournalReader reader = JournalReader.open(Path.of(args[0]));
        long last = Long.parseLong(args[1]);
        System.out.println("owner " + JournalOwner.of(Path.of(args[0])));
        long count = 0;
        long number = -1;
        ReadBatch batch = new ReadBatch(64 << 10);
        while (number < last) {
            if (!reader.fill(batch)) {
                Thread.onSpinWait();
                continue;
            }
            while (batch.next()) {
                long next = TestJournals.number(batch.bytes(), batch.payloadOffset());
                if (!TestJournals.intact(batch.bytes(), batch.payloadOffset(), batch.payloadLength())
                        || next != number + 1) {
                    throw new AssertionError("after " + number + " came " + next);
                }
                number = next;
                count++;
            }
        }
        System.out.println("read " + count + " overtaken " + reader.overtakenBytes());
    }
}
