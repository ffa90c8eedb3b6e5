package dev.millrace.core;

import dev.millrace.event.Dictionary;
import dev.millrace.event.LogEvent;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.ReadBatch;
import java.io.IOException;

/**
 * What a loss of power, or somebody's hand, may have taken from a dictionary, while events that need it are still there.
 * Its places would be used again, and those events would come out with the texts of others.
 */
final class LostTexts {
    private static final int BATCH_BYTES = 256 << 10;

    private LostTexts() {}

    /** Reads all events of a journal that nobody appends to yet, and gives up the ids that lead nowhere. */
    static void giveUp(Journal journal, Dictionary dictionary, JournalListener listener) {
        LogEvent event = new LogEvent(dictionary);
        ReadBatch batch = new ReadBatch(BATCH_BYTES);
        Cursor all = journal.overview();
        while (all.fill(batch)) {
            while (batch.next()) {
                if (event.wrap(batch.bytes(), batch.payloadOffset(), batch.payloadLength())) {
                    event.lookUpAll();
                }
            }
        }
        if (dictionary.lacksEntries()) {
            listener.notice(
                    JournalNotice.DAMAGED,
                    "texts of events are lost: [no text #id] stands for them, directory=" + journal.directory(),
                    null);
            try {
                dictionary.giveUpLacking();
            } catch (IOException e) {
                // A full disk: this process does without the ids all the same, and the events are worth more.
            }
        }
    }
}
