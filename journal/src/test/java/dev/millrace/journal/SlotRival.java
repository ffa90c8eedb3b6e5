package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Path;

/** Another process: claims a slot, prints its directory and gives it back. */
final class SlotRival {
    private SlotRival() {}

    public static void main(String[] args) throws IOException {
        try (JournalSlot slot = JournalSlot.claim(Path.of(args[0]), new TestJournals.Told())) {
            System.out.println(slot.directory());
        }
    }
}
