package dev.millrace.cli.read;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.select.EventFilter;
import dev.millrace.event.Dictionary;
import dev.millrace.event.EventHead;
import dev.millrace.event.LogEvent;
import dev.millrace.journal.DeadOwnersHoles;
import dev.millrace.journal.JournalException;
import dev.millrace.journal.JournalOwner;
import dev.millrace.journal.JournalReader;
import dev.millrace.journal.ReadBatch;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;

/**
 * One journal, read from outside: records forward or backward, and the event in the current one.
 *
 * <p>Nothing is written, and the owner does not notice. Where there is no owner, claims that nobody will finish any more
 * are passed over. What a living owner appends after the opening is left out, so that reading ends. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class EventSource {
    /** So much may an event's own time be ahead of the clock by which its block is found: the one follows the other. */
    public static final long CLOCKS_APART_MS = 2000;

    private static final int BATCH_BYTES = 256 << 10;

    /** Others append less than that while a thread is held up between its claim and its commit. */
    private static final int HELD_UP_BYTES = 4 << 20;

    /** A new sink begins behind all claims, and so perhaps a segment behind the newest record; none is larger. */
    private static final int MAX_AHEAD_BYTES = 32 << 20;

    private static final String DICTIONARY = "dictionary";
    private static final long NO_RECORD = -1;

    private final JournalReader reader;
    private final Dictionary dictionary;
    private final LogEvent event;
    private ReadBatch batch = new ReadBatch(BATCH_BYTES);
    private final JournalOwner owner;
    private final long oldestPosition;
    private long foreignRecords;
    private long events;
    private long endWhenSought;

    /** Where reading ends, though more may follow. */
    private long end = Long.MAX_VALUE;

    /** The first event of that time or a later one is where reading ends, too. */
    private long endMicros = Long.MAX_VALUE;

    /** Where the record stands that was moved to and not dealt with; {@link #NO_RECORD} for none. */
    private long undoneFrom = NO_RECORD;

    /** Null where the journal is read once, as it is. */
    private DeadOwnersHoles holes;

    /** Null where it is known whether somebody will fill them. */
    private LastingHoles lastingHoles;

    private EventSource(JournalReader reader, Dictionary dictionary, JournalOwner owner) throws IOException {
        this.reader = reader;
        this.dictionary = dictionary;
        this.event = new LogEvent(dictionary);
        this.owner = owner;
        this.oldestPosition = reader.readPosition();
        reader.passOverHoles(owner == JournalOwner.NONE);
        this.lastingHoles = owner == JournalOwner.UNKNOWN ? new LastingHoles(reader) : null;
        if (owner != JournalOwner.NONE) {
            JournalReader other = reader.another();
            other.toEnd();
            this.end = other.readPosition();
        }
    }

    /**
     * Opens a journal at its oldest record.
     *
     * @throws CommandFailure when it cannot be read, with the reason
     */
    public static EventSource open(Path directory) throws IOException {
        return open(directory, JournalOwner::of);
    }

    static EventSource open(Path directory, Function<Path, JournalOwner> owners) throws IOException {
        JournalReader reader = openReader(directory);
        return new EventSource(reader, openDictionary(directory.resolve(DICTIONARY)), owners.apply(reader.directory()));
    }

    private static JournalReader openReader(Path directory) throws IOException {
        Path control = directory.resolve("control");
        if (Files.exists(control) && !Files.isReadable(control)) {
            throw CommandFailure.refused("no permission to read the journal " + directory + ", which belongs to "
                    + Files.getOwner(control) + " (run as that user)");
        }
        try {
            return JournalReader.open(directory);
        } catch (JournalException e) {
            if (e.getCause() instanceof AccessDeniedException denied) {
                throw denied;
            }
            throw CommandFailure.refused(e.getMessage());
        }
    }

    private static Dictionary openDictionary(Path file) throws IOException {
        try {
            return Files.exists(file) ? Dictionary.openReadOnly(file) : Dictionary.inMemory();
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException e) {
            throw CommandFailure.refused("the journal's dictionary cannot be read: " + file + ": " + e.getMessage());
        }
    }

    /** Reads on without end, over restarts of the owner. */
    public void follow() {
        end = Long.MAX_VALUE;
        readOverRestarts();
    }

    /** Reads on over ends and restarts of the owner: what it has claimed and not committed is waited for while it lives. */
    public void readOverRestarts() {
        reader.passOverHoles(false);
        holes = new DeadOwnersHoles(reader);
        lastingHoles = null;
    }

    /** Lets reading end before the first event of that time or a later one, where records are read forward one by one. */
    public void endBefore(long epochMicros) {
        endMicros = epochMicros;
    }

    /** As {@link JournalReader#pieceEnds()}, up to where reading ends. */
    long[] pieceEnds() throws IOException {
        long[] ends = reader.pieceEnds();
        int count = ends.length;
        while (count > 0 && ends[count - 1] > end) {
            count--;
        }
        return Arrays.copyOf(ends, count);
    }

    /**
     * Whether all is there that reading the journal takes, once something is appended: the owner makes the dictionary
     * after the rest. Nobody makes that of a journal without owner any more.
     */
    public static boolean isBegun(Path directory) {
        return Files.exists(directory.resolve(DICTIONARY)) || JournalOwner.of(directory) == JournalOwner.NONE;
    }

    /** Whether the journal is that of a logging program, and not a queue's; also where its dictionary is gone. */
    boolean isOfLog() {
        return Files.exists(directory().resolve(DICTIONARY))
                || JournalFinder.isHome(directory().getParent());
    }

    /** Whether another journal has been begun in the directory since. */
    boolean isReplaced() throws IOException {
        try {
            return Files.exists(directory().resolve("control")) && isBegun(directory()) && reader.isReplaced();
        } catch (NoSuchFileException e) {
            // Gone again while it was looked at.
            return false;
        }
    }

    /**
     * Goes behind the newest record, and remembers the place for {@link #toEndWhenSought()}. Where what a living owner
     * appends is followed, before the first record that it has claimed and not committed: that one is still to come.
     */
    public void toEnd() throws IOException {
        reader.toEnd();
        if (owner == JournalOwner.ALIVE && end == Long.MAX_VALUE) {
            reader.seek(firstUncommitted(reader.readPosition()));
        }
        endWhenSought = reader.readPosition();
    }

    private long firstUncommitted(long newest) throws IOException {
        JournalReader other = reader.another();
        ReadBatch records = new ReadBatch(BATCH_BYTES);
        other.seek(Math.max(0, newest - HELD_UP_BYTES));
        boolean more = true;
        while (more && other.readPosition() < newest) {
            more = other.fill(records);
        }
        return Math.min(other.readPosition(), newest);
    }

    /** Goes to where the journal ended at {@link #toEnd()}; what was copied on the way back from there is forgotten. */
    public void toEndWhenSought() throws IOException {
        reader.seek(endWhenSought);
        batch = new ReadBatch(BATCH_BYTES);
    }

    /** Reads on to the end and decodes every event; {@code afterPiece} is run now and then. */
    public void readToEnd(Runnable afterPiece) throws IOException {
        boolean more = new PiecewiseReading(this, DecodingAll.FILTER).drainTo((source, ignored) -> true, afterPiece);
        while (more && fill()) {
            while (nextRecord()) {
                LogEvent found = event();
                if (found != null) {
                    found.lookUpAll();
                }
            }
            afterPiece.run();
        }
    }

    /**
     * Bytes from a sink's position to where the journal is read; 0 when there is nothing but padding. A
     * position that cannot be is damaged, and then all that is there counts; also one that a start would believe, far behind what a
     * loss of power has left.
     */
    public long bytesFrom(long position) throws IOException {
        long from = isPossible(position) ? position : oldestPosition;
        long end = reader.readPosition();
        JournalReader other = reader.another();
        ReadBatch records = new ReadBatch(BATCH_BYTES);
        other.toPiece(from, end);
        while (other.fill(records)) {
            if (records.next()) {
                return Math.max(0, end - from);
            }
        }
        return other.damagedBytes() > 0 ? Math.max(0, end - from) : 0;
    }

    /** Whether a reader can have come to that place. */
    boolean isPossible(long position) throws IOException {
        // The end as it is now: the sink of a living owner goes on while the journal is read.
        JournalReader newest = reader.another();
        newest.toEnd();
        return position >= 0 && position % Long.BYTES == 0 && position - newest.readPosition() <= MAX_AHEAD_BYTES;
    }

    /** A reader of pieces of this journal, for another thread. */
    PieceReader pieceReader(EventFilter filter) {
        return new PieceReader(reader.another(), event.another(), filter);
    }

    /** Goes on behind a piece that another thread has read. */
    void passed(Piece piece) {
        reader.goOnBehind(piece.passage());
        events += piece.events();
        foreignRecords += piece.foreignRecords();
    }

    /** Copies the next records; false when none follows by now. */
    public boolean fill() throws IOException {
        return reader.readPosition() < end
                && (reader.fill(batch)
                        || (holes != null && holes.fillBehind(batch))
                        || (lastingHoles != null && lastingHoles.fillBehind(batch)));
    }

    /** Copies the records before; false when none precedes. Such records are walked with {@link #previousRecord}. */
    public boolean fillBefore() throws IOException {
        return reader.fillBefore(batch);
    }

    /** Moves to the next record that was copied and is an event; others are counted. */
    public boolean nextRecord() {
        while (batch.next()) {
            if (isPastEnd()) {
                // Not where the record is: it may be asked for again, and then the next one is looked at.
                undoneFrom = end;
                return false;
            }
            if (isEvent()) {
                undoneFrom = batch.position();
                return true;
            }
        }
        undoneFrom = NO_RECORD;
        return false;
    }

    /** Tells that the current record has been dealt with; {@link #undonePosition()} is behind it from here on. */
    public void done() {
        undoneFrom = batch.nextPosition();
    }

    /** What is before has been dealt with, when records are read forward one by one. */
    public long undonePosition() {
        return undoneFrom == NO_RECORD ? reader.readPosition() : undoneFrom;
    }

    /** As {@link #nextRecord}, backward. */
    public boolean previousRecord() {
        while (batch.previous()) {
            if (isEvent()) {
                return true;
            }
        }
        return false;
    }

    private boolean isPastEnd() {
        if (endMicros < Long.MAX_VALUE
                && batch.position() < end
                && LogEvent.levelOf(batch.bytes(), batch.payloadOffset(), batch.payloadLength()) >= 0
                && EventHead.timestampMicros(batch.bytes(), batch.payloadOffset()) >= endMicros) {
            end = batch.position();
        }
        return batch.position() >= end;
    }

    private boolean isEvent() {
        if (LogEvent.levelOf(batch.bytes(), batch.payloadOffset(), batch.payloadLength()) < 0) {
            foreignRecords++;
            return false;
        }
        events++;
        return true;
    }

    /** Decodes the current record; null when its bytes are no event after all. The object is reused. */
    public LogEvent event() {
        return wrap(batch.bytes(), batch.payloadOffset(), batch.payloadLength());
    }

    /** Decodes an event of this journal that was copied elsewhere. */
    public LogEvent wrap(byte[] bytes, int offset, int length) {
        if (event.wrap(bytes, offset, length)) {
            return event;
        }
        events--;
        foreignRecords++;
        return null;
    }

    /** The records that were copied, and the current one's place. */
    public ReadBatch batch() {
        return batch;
    }

    /** Where the journal is read. */
    public JournalReader reader() {
        return reader;
    }

    /** The journal's strings. */
    public Dictionary dictionary() {
        return dictionary;
    }

    /** Whether something is gone, as far as was read: bytes, whole segments, or texts of the dictionary. */
    public boolean isDamaged() {
        return reader.damagedBytes() > 0 || !reader.brokenSegments().isEmpty() || dictionary.lacksEntries();
    }

    /** What is gone besides bytes that were passed over; empty when nothing is. */
    public String losses() {
        StringBuilder losses = new StringBuilder();
        for (Path file : reader.brokenSegments()) {
            losses.append(losses.length() > 0 ? ", " : "")
                    .append(file.getFileName())
                    .append(" is no segment of this journal any more");
        }
        if (dictionary.lacksEntries()) {
            losses.append(losses.length() > 0 ? ", " : "").append("texts are missing from its dictionary");
        }
        return losses.toString();
    }

    /** Whether the journal had an owner when it was opened. */
    public JournalOwner owner() {
        return owner;
    }

    /** Where the oldest record stood when the journal was opened. */
    public long oldestPosition() {
        return oldestPosition;
    }

    /** The journal's directory. */
    public Path directory() {
        return reader.directory();
    }

    /** Records that were read and are no log events. */
    public long foreignRecords() {
        return foreignRecords;
    }

    /** Records that were read and are log events. */
    public long events() {
        return events;
    }
}
