package dev.millrace.cli;

import dev.millrace.event.Dictionary;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventDetails;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.EventSummary;
import dev.millrace.event.MdcSnapshot;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalOptions;
import dev.millrace.journal.JournalSlot;
import dev.millrace.journal.ReadBatch;
import dev.millrace.journal.Retention;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A logging journal as a service leaves it: written through the real capture, kept by a cursor that never moves. */
public final class TestJournal implements AutoCloseable {
    private final JournalSlot slot;
    private final Journal journal;
    private final Dictionary dictionary;
    private final EventCapture capture;

    private TestJournal(Path logs, String name, long retainedBytes, int segmentBytes) throws IOException {
        slot = JournalSlot.claim(logs.resolve(".millrace").resolve(name), new Quiet());
        journal = Journal.open(
                slot,
                new JournalOptions(
                        4L << 30,
                        segmentBytes,
                        false,
                        false,
                        new Quiet(),
                        retainedBytes == 0 ? null : new Retention(retainedBytes, null),
                        EventSummary::of));
        if (retainedBytes == 0) {
            journal.cursor("FILE");
        }
        dictionary = Dictionary.open(journal.directory().resolve("dictionary"));
        capture = new EventCapture(dictionary, new EventClock(), journal.maxRecordBytes());
    }

    private static final class Quiet implements JournalListener {
        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {}

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int offset, int length) {}
    }

    /** A journal below {@code logs}, as that of a service whose first file sink writes there. */
    public static TestJournal in(Path logs) {
        return in(logs, "app-1");
    }

    /** The same, of one service of several. */
    public static TestJournal in(Path logs, String name) {
        try {
            return new TestJournal(logs, name, 0, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One that keeps only the newest events. */
    public static TestJournal retaining(Path logs, long bytes) {
        try {
            return new TestJournal(logs, "app-1", bytes, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One of many segments, which several threads read. */
    public static TestJournal inSmallSegments(Path logs) {
        try {
            return new TestJournal(logs, "app-1", 0, 256 << 10);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The journal's directory. */
    public Path directory() {
        return journal.directory();
    }

    /** The journal. */
    public Journal journal() {
        return journal;
    }

    /** Logs a plain event at that time. */
    public TestJournal log(long micros, int level, String logger, String thread, String template, Object... arguments) {
        return log(level, logger, template, arguments, null, null, details(micros, thread, List.of(), List.of()));
    }

    /** Logs an event with key–value pairs, or with an MDC and a throwable. */
    public TestJournal log(
            int level,
            String logger,
            String template,
            Object[] arguments,
            Throwable thrown,
            Map<String, String> mdc,
            EventDetails details) {
        EventEncoder encoder = capture.encode(
                dictionary.idOfRepeating(logger),
                logger,
                level,
                0,
                template,
                arguments.length,
                null,
                null,
                arguments,
                thrown,
                mdc == null ? null : MdcSnapshot.encode(mdc),
                details);
        journal.append(encoder.bytes(), 0, encoder.length(), Journal.IMPORTANT);
        capture.release(encoder);
        try {
            dictionary.prepareAhead();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Details of an event at a given time. */
    public static EventDetails details(long micros, String thread, List<String> keys, List<Object> values) {
        return new EventDetails(
                null, keys.isEmpty() ? null : keys, values.isEmpty() ? null : values, null, micros, thread);
    }

    /** Lets the cursor pass everything, as a sink does that has written it. */
    public void deliver() {
        Cursor cursor = journal.cursor("FILE");
        ReadBatch batch = new ReadBatch(1 << 20);
        while (cursor.fill(batch)) {
            cursor.release(cursor.readPosition());
        }
    }

    /** Ends the service in order; its journal stays. */
    @Override
    public void close() {
        dictionary.close();
        journal.close(false);
        slot.close();
    }
}
