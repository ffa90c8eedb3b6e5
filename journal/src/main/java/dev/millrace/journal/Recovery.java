package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Reads what a dead process left and makes it whole: every range that is not a trusted, committed record becomes
 * padding, so that readers afterwards meet nothing but records.
 *
 * <p>Same boot: stores survived in program order; holes are skipped by their length, gaps of zeros up to the next
 * header, sealed blocks are verified. After a reboot pages may be missing: only sealed blocks and records with their
 * own checksum are trusted.
 */
final class Recovery {
    /** In the place of where a queue's furthest reader stands. */
    static final long NOT_A_QUEUE = -1;

    private static final int BLOCK_BYTES = SegmentFormat.BLOCK_BYTES;

    private final byte[] piece = new byte[SegmentFormat.PIECE_BYTES];
    private final long secret;
    private final boolean rebooted;

    /** Appends go on at this position or later: some reader has been there. */
    private final long furthestReader;

    /** True when what all cursors have passed is still wanted. */
    private final boolean keepsPassed;

    private final JournalListener listener;
    private final Padding padding;

    private long holes;
    private long holeBytes;
    private long firstHole = -1;
    private long damagedBytes;
    private long firstDamage = -1;
    private long missingBytes;
    private long firstMissing = -1;

    /** What was found. */
    static final class Result {
        /** Where appends go on: the start of a fresh segment. */
        final long tail;

        /** Segments that still hold wanted records, by position. */
        final List<Segment> live;

        /** Segments that can be reused, those with a higher base first. */
        final List<Segment> free;

        Result(long tail, List<Segment> live, List<Segment> free) {
            this.tail = tail;
            this.live = live;
            this.free = free;
        }

        /** From the oldest position that is live to the newest that what was found can hold. */
        long spanBytes(int segmentBytes) {
            long first = live.isEmpty() ? tail : live.get(0).base();
            return tail - first + (long) free.size() * segmentBytes;
        }

        static Result empty() {
            return new Result(0, List.of(), List.of());
        }
    }

    Recovery(long secret, boolean rebooted, JournalOptions options, long furthestReader) {
        this.secret = secret;
        this.rebooted = rebooted;
        this.furthestReader = furthestReader;
        this.keepsPassed = options.retention() != null;
        this.listener = options.listener();
        this.padding = new Padding(secret, rebooted);
    }

    /**
     * Whether all readers verify seals themselves: then segments that are sealed to their end are not read here, and
     * opening a large journal takes no time.
     */
    private boolean readersVerify() {
        return furthestReader >= 0;
    }

    Result recover(FileSegmentStore store, ControlPage control) throws IOException {
        List<Segment> used = new ArrayList<>();
        List<Segment> free = new ArrayList<>();
        for (Path file : store.files()) {
            Segment segment = store.open(file);
            if (segment == null && store.removeIfUnborn(file)) {
                continue;
            }
            if (segment == null) {
                setAside(store, file);
            } else {
                (SegmentFormat.isBase(segment.base(), segment.segmentBytes) ? used : free).add(segment);
            }
        }
        if (used.size() > 1) {
            // Not at every start: the first lambda of a program takes milliseconds.
            used.sort(Comparator.comparingLong(Segment::base));
        }
        long segmentBytes = control.segmentBytes();
        long reach = SegmentTable.MAX_PLACES * segmentBytes;
        setAsideWhatIsFarAway(store, used, reach);
        long lastEnd =
                used.isEmpty() ? Long.MAX_VALUE / 2 : used.get(used.size() - 1).end();
        // A loss of power may have taken where a cursor stands. And a new one begins at the tail, which claims may have
        // moved behind what was prepared; but a queue's comes to whole segments only.
        long behind = rebooted ? reach : readersVerify() ? 0 : SegmentFormat.MAX_SEGMENT_BYTES;
        long[] positions = positions(control, used.isEmpty() ? 0 : used.get(0).base(), lastEnd + behind);
        boolean held = !keepsPassed && positions[0] != Long.MAX_VALUE;
        long wanted = held ? positions[0] : 0;
        List<Segment> live = new ArrayList<>();
        // No reader came to what is further away.
        long tail = Math.max(furthestReader - lastEnd > reach ? 0 : furthestReader, positions[1]);
        // Without a cursor nobody knows where the first one was.
        long expected = held ? wanted & -segmentBytes : Long.MAX_VALUE;
        long written = lastWritten(used);
        for (int index = 0; index < used.size(); index++) {
            Segment segment = used.get(index);
            // After a loss of power one that was freed may still bear the base that another one got meanwhile.
            boolean again = index + 1 < used.size() && used.get(index + 1).base() == segment.base();
            if (segment.end() > wanted) {
                noteMissing(expected, segment.base());
                expected = segment.end();
            }
            boolean twice = !live.isEmpty() && live.get(live.size() - 1).base() == segment.base();
            if (segment.end() <= wanted || twice) {
                free.add(segment);
                tail = Math.max(tail, segment.base());
            } else if (isVouchedFor(segment, again) || scan(segment, !again && segment.base() <= written)) {
                live.add(segment);
                tail = Math.max(tail, segment.end());
            } else {
                free.add(segment);
            }
        }
        tail = (tail + segmentBytes - 1) & -segmentBytes;
        // The last one first, here and by whoever takes them: a reader that found the one behind it gone, and a later
        // one
        // still there, would go on at that.
        Collections.reverse(free);
        padding.forget(free);
        moveCursors(control, live, tail);
        report();
        return new Result(tail, live, free);
    }

    private void setAside(FileSegmentStore store, Path file) {
        Path aside = store.setAside(file);
        listener.notice(
                JournalNotice.DAMAGED,
                "not a segment of this journal: file=" + file
                        + (aside == null ? ", left alone" : ", set aside as " + aside),
                null);
    }

    /** No table has places for positions so far apart, and no loop over them would end: the fewer are damaged. */
    private void setAsideWhatIsFarAway(FileSegmentStore store, List<Segment> used, long reach) {
        for (int last = used.size() - 1; last > 0; last--) {
            long behind = used.get(last).base() - used.get(last / 2).base();
            long before = used.get(last / 2).base() - used.get(0).base();
            if (before + behind <= reach) {
                return;
            }
            setAside(store, used.remove(behind > before ? last : 0).file.path());
        }
    }

    /**
     * The smallest position of all cursors (without any, the largest number), and the largest. One that cannot be is
     * damaged: nobody knows what its reader has not read, so that cursor begins anew.
     */
    private long[] positions(ControlPage control, long first, long last) {
        long smallest = Long.MAX_VALUE;
        long largest = 0;
        for (int index = 0; index < control.cursors(); index++) {
            if (control.inUse(index)) {
                long position = control.position(index);
                if (position < 0 || position > last || position % RecordFormat.ALIGNMENT != 0) {
                    listener.notice(
                            JournalNotice.DAMAGED,
                            "a damaged position, so all that is there is kept for it: cursor=" + control.name(index)
                                    + ", position=" + position,
                            null);
                    position = first;
                    control.position(index, first);
                }
                smallest = Math.min(smallest, position);
                largest = Math.max(largest, position);
            }
        }
        return new long[] {smallest, largest};
    }

    /** {@code again}: another file has the same base, so the header alone vouches for nothing. */
    private boolean isVouchedFor(Segment segment, boolean again) {
        return readersVerify()
                && segment.preparedBytes() == segment.segmentBytes
                && segment.isSealed()
                && (!again || trustedEnd(segment, 0, segment.segmentBytes) > 0);
    }

    /**
     * Base of the last segment that anything was written to; -1 without one. Readers pass over what they cannot trust,
     * but not over what was prepared and never used.
     */
    private long lastWritten(List<Segment> used) {
        for (int index = used.size() - 1; index >= 0; index--) {
            if (used.get(index).isWritten() || lostBytes(used.get(index)) > 0) {
                return used.get(index).base();
            }
        }
        return SegmentFormat.FREE;
    }

    /** What somebody has cut off. A loss of power shortens files, too, also of what was only prepared. */
    private int lostBytes(Segment segment) {
        return rebooted ? 0 : segment.lostBytes();
    }

    /** Makes one segment whole; false when it holds no record at all and was not {@code written} to, so it can be reused. */
    private boolean scan(Segment segment, boolean written) throws IOException {
        int end = segment.preparedBytes();
        boolean any = false;
        int at = 0;
        while (at < end) {
            int next = trustedEnd(segment, at, end);
            if (next > at) {
                any = true;
                at = next;
                continue;
            }
            next = nextTrusted(segment, at, end);
            if (next < 0) {
                break;
            }
            padding.pad(segment, at, next - at);
            at = next;
        }
        boolean kept = any || written;
        int lost = lostBytes(segment);
        if (lost > 0) {
            noteDamage(segment.base() + end, lost);
        }
        if (kept) {
            // First: padding may begin where there is no space yet.
            segment.fillUp();
        }
        if (any && at < segment.segmentBytes) {
            padding.pad(segment, at, segment.segmentBytes - at);
        }
        if (!any && written) {
            padding.giveUp(segment);
        }
        segment.recovered(kept ? segment.segmentBytes : 0);
        if (kept) {
            padding.finish(segment);
        }
        return kept;
    }

    /** End of the committed, trusted record at {@code at}; {@code at} itself when there is none. */
    private int trustedEnd(Segment segment, int at, int end) {
        long header = RecordFormat.headerAcquire(segment.data, at);
        long position = segment.base() + at;
        int length = RecordFormat.length(header);
        if (length <= 0 || !RecordFormat.valid(header, position, secret, segment.segmentBytes - at)) {
            return at;
        }
        int next = at + RecordFormat.align(length);
        boolean padding = RecordFormat.kind(header) == RecordFormat.KIND_PADDING;
        if (next > end && !padding) {
            return at;
        }
        // Padding lies over what an earlier recovery gave up, broken seals and all. Looking behind its header again
        // would bring back records that nothing vouches for.
        return trusted(segment, at, padding ? at + RecordFormat.HEADER_BYTES : next, header) ? next : at;
    }

    private boolean trusted(Segment segment, int at, int next, long header) {
        if (RecordFormat.kind(header) == RecordFormat.KIND_CHECKED_DATA) {
            return RecordFormat.checksumHolds(
                    segment.data, at, segment.base() + at, RecordFormat.length(header), secret, piece);
        }
        boolean sealed = true;
        for (int block = at / BLOCK_BYTES; block <= (next - 1) / BLOCK_BYTES; block++) {
            if (segment.seal(block) == 0) {
                sealed = false;
            } else if (!padding.sealHolds(segment, block)) {
                return false;
            }
        }
        return sealed || !rebooted;
    }

    /**
     * The next place behind {@code at} where trusted records go on; -1 when nothing follows. Notes what lies between as
     * a hole or as damage.
     */
    private int nextTrusted(Segment segment, int at, int end) {
        long header = RecordFormat.headerAcquire(segment.data, at);
        long position = segment.base() + at;
        if (header == 0) {
            int next = at + RecordFormat.ALIGNMENT;
            while (next < end && RecordFormat.headerAcquire(segment.data, next) == 0) {
                next += RecordFormat.ALIGNMENT;
            }
            if (next >= end) {
                return -1;
            }
            noteHole(position, next - at);
            return next;
        }
        int length = RecordFormat.length(header);
        if (length < 0 && RecordFormat.valid(header, position, secret, segment.segmentBytes - at)) {
            int bytes = RecordFormat.align(-length);
            noteHole(position, bytes);
            return Math.min(end, at + bytes);
        }
        return skipDamage(segment, at, end);
    }

    /** Finds the next trusted record behind damaged bytes: by a good seal's first record, or by a valid header. */
    private int skipDamage(Segment segment, int at, int end) {
        int bytes;
        for (int next = at; next < end; next += bytes) {
            bytes = RecordFormat.ALIGNMENT;
            long header = RecordFormat.headerAcquire(segment.data, next);
            int length = RecordFormat.length(header);
            if (length > 0 && RecordFormat.valid(header, segment.base() + next, secret, segment.segmentBytes - next)) {
                if (trustedEnd(segment, next, end) > next) {
                    noteDamage(segment.base() + at, next - at);
                    return next;
                }
                // As for readers: the same bytes are summed up once.
                bytes = RecordFormat.align(length);
            }
        }
        noteDamage(segment.base() + at, end - at);
        return -1;
    }

    /** Positions that no segment holds: recycled from the front only, so somebody or a loss of power took them. */
    private void noteMissing(long from, long to) {
        if (to > from) {
            missingBytes += to - from;
            firstMissing = firstMissing < 0 ? from : firstMissing;
        }
    }

    private void noteHole(long position, int bytes) {
        holes++;
        holeBytes += bytes;
        firstHole = firstHole < 0 ? position : firstHole;
    }

    private void noteDamage(long position, int bytes) {
        damagedBytes += bytes;
        firstDamage = firstDamage < 0 ? position : firstDamage;
    }

    /** Puts every cursor on a record boundary that exists. */
    private void moveCursors(ControlPage control, List<Segment> live, long tail) {
        for (int index = 0; index < control.cursors(); index++) {
            if (control.inUse(index)) {
                long position = control.position(index);
                long boundary = boundary(position, live, tail);
                if (boundary != position) {
                    control.position(index, boundary);
                }
            }
        }
    }

    private static long boundary(long position, List<Segment> live, long tail) {
        for (Segment segment : live) {
            if (position <= segment.base()) {
                return segment.base();
            }
            if (position < segment.end()) {
                int at = 0;
                while (segment.base() + at < position) {
                    int length = RecordFormat.length(RecordFormat.headerAcquire(segment.data, at));
                    if (length <= 0 || length > segment.segmentBytes - at) {
                        // Only where nothing was scanned: readers find the next record themselves.
                        return segment.end();
                    }
                    at += RecordFormat.align(length);
                }
                return segment.base() + at;
            }
        }
        return tail;
    }

    private void report() {
        if (holes > 0) {
            listener.notice(
                    JournalNotice.RECOVERED_PAST_HOLES,
                    "records that were claimed but never committed were skipped: count=" + holes + ", bytes="
                            + holeBytes + ", firstPosition=" + firstHole,
                    null);
        }
        if (damagedBytes > 0) {
            listener.notice(
                    JournalNotice.DAMAGED,
                    "damaged bytes were skipped: bytes=" + damagedBytes + ", firstPosition=" + firstDamage,
                    null);
        }
        if (missingBytes > 0) {
            listener.notice(
                    JournalNotice.DAMAGED,
                    "segments are missing, and readers pass over them: bytes=" + missingBytes + ", firstPosition="
                            + firstMissing + " (close it and put the files back from a copy, or go on without them)",
                    null);
        }
        if (rebooted) {
            listener.notice(
                    JournalNotice.POWER_LOSS,
                    "the machine was booted since: only sealed and checksummed records are given back",
                    null);
        }
    }
}
