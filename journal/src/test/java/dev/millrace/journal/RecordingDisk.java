package dev.millrace.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers what it was asked to keep, as it was then: of segments the bytes, of everything else the path. */
final class RecordingDisk extends QueueDisk {
    final List<Path> files = Collections.synchronizedList(new ArrayList<>());
    final List<Path> directories = Collections.synchronizedList(new ArrayList<>());
    final Map<Path, byte[]> segments = new ConcurrentHashMap<>();
    volatile boolean failing;

    @Override
    void forceFile(Path file) throws IOException {
        // As the system does: it takes the pages for written that it could not write.
        super.forceFile(file);
        refuseWhileFailing();
        files.add(file);
    }

    @Override
    void forceDirectory(Path directory) throws IOException {
        refuseWhileFailing();
        super.forceDirectory(directory);
        directories.add(directory);
    }

    private void refuseWhileFailing() throws IOException {
        if (failing) {
            throw new IOException("Input/output error");
        }
    }

    /** The header at that position as the disk has it for sure; 0 when it was never asked to keep it. */
    long headerAt(Journal journal, long position) {
        Segment segment = journal.table.find(position);
        byte[] kept = segments.get(segment.file.path());
        int at = SegmentFormat.HEADER_BYTES + (int) (position & journal.segmentMask);
        return kept == null ? 0 : RecordFormat.header(kept, at);
    }

    /** Journals on this disk. */
    JournalOpener opener() {
        return new JournalOpener() {
            @Override
            FileSegmentStore store(Path directory, ControlPage control) {
                return new FileSegmentStore(directory, control.segmentBytes(), control.journalId()) {
                    @Override
                    SegmentFile segmentFile(Path file) {
                        return new Recorded(file, control.segmentBytes());
                    }
                };
            }
        };
    }

    private final class Recorded extends SegmentFile {
        private final int segmentBytes;

        Recorded(Path path, int segmentBytes) {
            super(path);
            this.segmentBytes = segmentBytes;
        }

        @Override
        void force(MappedByteBuffer part, int from, int count) {
            super.force(part, from, count);
            byte[] kept =
                    segments.computeIfAbsent(path(), ignored -> new byte[SegmentFormat.HEADER_BYTES + segmentBytes]);
            int start = part.capacity() == segmentBytes ? SegmentFormat.HEADER_BYTES : 0;
            ByteBuffer range = part.duplicate().limit(from + count).position(from);
            range.get(kept, start + from, count);
        }
    }
}
