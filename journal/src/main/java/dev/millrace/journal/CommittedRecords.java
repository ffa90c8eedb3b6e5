package dev.millrace.journal;

import java.io.IOException;
import java.util.function.LongPredicate;

/**
 * Gives out the committed records around a reader's place: copied into batches, in both directions, or shown where they
 * lie. What was copied counts only when its segment was still the same after the copy.
 */
final class CommittedRecords {
    private final ReadPlace place;
    private final RecordTrust trust;
    private final UnreadableBytes unreadable;

    /** Null where everything is read. */
    private UnwantedBlocks unwanted;

    CommittedRecords(ReadPlace place, UnreadableBytes unreadable) {
        this.place = place;
        this.trust = place.trust;
        this.unreadable = unreadable;
    }

    void passOverBlocks(LongPredicate mayHold) {
        unwanted = new UnwantedBlocks(mayHold);
    }

    /** Copies what follows the place; where {@code choosing} is not null, it is the batch. */
    boolean fill(ReadBatch batch, ChoosingBatch choosing) throws IOException {
        return Rereading.read(place, () -> fillForward(batch, choosing));
    }

    private boolean fillForward(ReadBatch batch, ChoosingBatch choosing) throws IOException {
        while (place.position < place.limit && place.enterSegment()) {
            int start = (int) (place.position - place.base);
            int wanted = unwanted == null ? start : unwanted.endFrom(place.segment, start);
            if (wanted > start && place.segment.isStillAt(place.base)) {
                place.position = place.base + wanted;
                continue;
            }
            if (copySealed(batch, start, choosing)) {
                return true;
            }
            if (place.segment == null) {
                continue;
            }
            int end = place.committedEnd(start, batch.capacityBytes());
            if (end > start) {
                if (place.copy(batch, start, end)) {
                    place.position = place.base + end;
                    return true;
                }
            } else if (!unreadable.passOver(start)) {
                return false;
            }
        }
        return false;
    }

    /** The quick way where whole blocks are sealed: their records are told from each other in the copy. */
    private boolean copySealed(ReadBatch batch, int start, ChoosingBatch choosing) {
        int most = unwanted == null
                ? batch.capacityBytes()
                : unwanted.wantedFrom(place.segment, start, batch.capacityBytes());
        int end = trust.sealedEnd(place.segment, place.base, start, most);
        if (end == start || !place.copy(batch, start, end)) {
            return false;
        }
        if (choosing != null) {
            choosing.beginList();
        }
        int length = trust.wholeRecords(batch, place.segmentBytes - start, choosing);
        batch.length = length;
        place.position += length;
        return length > 0;
    }

    /** Copies what precedes the place. */
    boolean fillBefore(ReadBatch batch) throws IOException {
        return Rereading.read(place, () -> fillBackward(batch));
    }

    private boolean fillBackward(ReadBatch batch) throws IOException {
        while (place.enterSegmentBefore()) {
            ForeignSegment segment = place.segment;
            long base = place.base;
            int stop = (int) (place.position - base);
            int wanted = unwanted == null ? stop : unwanted.startBefore(segment, stop);
            if (wanted < stop && segment.isStillAt(base)) {
                place.position = base + wanted;
                continue;
            }
            int from = unwanted == null
                    ? Math.max(0, stop - batch.capacityBytes())
                    : unwanted.wantedUpTo(segment, stop, batch.capacityBytes());
            int at = trust.boundaryBefore(segment, base, from);
            int start = at;
            int gapAt = at;
            while (at < stop) {
                if (stop - start > batch.capacityBytes()) {
                    start = at;
                }
                int next = at < segment.data.capacity() ? trust.trustedEnd(segment, base, at) : at;
                if (next > stop) {
                    // Something is damaged: what stands here would reach over a place where the reader has been.
                    gapAt = at;
                    next = stop;
                    start = stop;
                } else if (next == at) {
                    gapAt = at;
                    next = trust.nextTrusted(segment, base, at);
                    next = next < 0 ? stop : Math.min(stop, next);
                    start = next;
                } else if (place.isPadding(at)) {
                    // It may be as long as the segment, and there is nothing in it.
                    gapAt = at;
                    start = next;
                }
                at = next;
            }
            if (start == stop) {
                if (segment.isStillAt(base)) {
                    place.position = base + gapAt;
                }
            } else if (place.copy(batch, start, stop)) {
                place.position = base + start;
                return true;
            }
        }
        return false;
    }

    /** Passes the next record, and lets {@code record} show it where it lies. */
    boolean passInPlace(RecordView record) throws IOException {
        return Rereading.read(place, () -> passForward(record));
    }

    private boolean passForward(RecordView record) throws IOException {
        while (place.enterSegment()) {
            ForeignSegment segment = place.segment;
            long base = place.base;
            int start = (int) (place.position - base);
            int end = start < segment.data.capacity() ? trust.trustedEnd(segment, base, start) : start;
            if (end > start && !place.isPadding(start)) {
                record.show(segment, base, start);
                if (record.isIntact()) {
                    place.position = base + end;
                    return true;
                }
                place.segment = null;
            } else if (!unreadable.passOver(start)) {
                return false;
            }
        }
        return false;
    }
}
