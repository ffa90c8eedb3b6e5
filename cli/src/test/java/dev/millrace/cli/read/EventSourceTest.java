package dev.millrace.cli.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.cli.TestJournal;
import dev.millrace.event.Levels;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalOwner;
import dev.millrace.journal.JournalSlot;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventSourceTest {
    private static final int SEGMENT_HEADER_BYTES = 8192;

    @TempDir
    private Path directory;

    private static final class Quiet implements JournalListener {
        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {}

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int offset, int length) {}
    }

    /** What a kill leaves: the files as they are, and no owner. */
    private Path killed(TestJournal journal) throws IOException {
        Path copy = Files.createDirectories(directory.resolve("killed/.millrace/app/0"));
        try (Stream<Path> files = Files.list(journal.directory())) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    private static List<Long> positions(EventSource source) throws IOException {
        List<Long> positions = new ArrayList<>();
        while (source.fill()) {
            while (source.nextRecord()) {
                positions.add(source.batch().position());
            }
        }
        return positions;
    }

    /** What was copied behind the end has not been dealt with. */
    @Test
    void shouldResumeWhereALiveJournalEndedWhenItWasOpened() throws IOException {
        try (TestJournal journal = TestJournal.in(directory)) {
            journal.log(1, Levels.INFO, "x", "main", "a").log(2, Levels.INFO, "x", "main", "b");
            EventSource source = EventSource.open(journal.directory());
            source.readOverRestarts();
            journal.log(3, Levels.INFO, "x", "main", "c");

            assertThat(positions(source)).hasSize(2);

            EventSource next = EventSource.open(journal.directory());
            next.reader().seek(source.undonePosition());
            assertThat(positions(next)).containsExactly(source.undonePosition());
        }
    }

    @Test
    void shouldSayThatNothingWaitsForASinkThatHasGoneFarBehindWhatWasRead() throws IOException {
        String text = "x".repeat(32 << 10);
        try (TestJournal journal = TestJournal.retaining(directory, 64L << 20)) {
            journal.journal().cursor("FILE");
            journal.log(1, Levels.INFO, "x", "main", "read");
            EventSource source = EventSource.open(journal.directory());
            assertThat(positions(source)).hasSize(1);
            for (int i = 0; i < 1_100; i++) {
                journal.log(2, Levels.INFO, "x", "main", "appended since {}", text);
            }
            journal.deliver();

            assertThat(source.bytesFrom(source.reader().cursors().get(0).position()))
                    .isZero();
        }
    }

    private static void copy(Path from, Path to, long start, long end) throws IOException {
        byte[] bytes = Arrays.copyOfRange(
                Files.readAllBytes(from), (int) (SEGMENT_HEADER_BYTES + start), (int) (SEGMENT_HEADER_BYTES + end));
        try (RandomAccessFile file = new RandomAccessFile(to.toFile(), "rw")) {
            file.seek(SEGMENT_HEADER_BYTES + start);
            file.write(bytes);
        }
    }

    @Test
    void shouldReadOnBehindWhatNobodyCommitsWhereNobodyKnowsTheOwner() throws IOException {
        try (TestJournal journal = TestJournal.in(directory.resolve("logs"))) {
            for (int i = 1; i <= 3; i++) {
                journal.log(i, Levels.INFO, "x", "main", "event");
            }
            List<Long> all = positions(EventSource.open(journal.directory()));
            Path killed = killed(journal);
            try (RandomAccessFile file =
                    new RandomAccessFile(killed.resolve("0.seg").toFile(), "rw")) {
                file.seek(SEGMENT_HEADER_BYTES + all.get(1));
                file.write(new byte[(int) (all.get(2) - all.get(1))]);
            }

            EventSource source = EventSource.open(killed, ignored -> JournalOwner.UNKNOWN);

            assertThat(positions(source)).containsExactly(all.get(0), all.get(2));
            assertThat(source.reader().holeBytes()).isEqualTo(all.get(2) - all.get(1));
            assertThat(positions(EventSource.open(killed, ignored -> JournalOwner.ALIVE)))
                    .containsExactly(all.get(0));
        }
    }

    /** As a thread leaves it that is held up: the length is negative until the commit. */
    private static void negateLength(Path segment, long position) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(SEGMENT_HEADER_BYTES + position);
            int length = Integer.reverseBytes(file.readInt());
            file.seek(SEGMENT_HEADER_BYTES + position);
            file.writeInt(Integer.reverseBytes(-length));
        }
    }

    private static List<Long> positionsBefore(EventSource source) throws IOException {
        List<Long> positions = new ArrayList<>();
        while (source.fillBefore()) {
            while (source.previousRecord()) {
                positions.add(source.batch().position());
            }
        }
        return positions;
    }

    @Test
    void shouldLeaveToAFollowerWhatALivingOwnerHasClaimedAndNotCommittedAtTheStart() throws IOException {
        try (TestJournal journal = TestJournal.in(directory)) {
            journal.log(1, Levels.INFO, "x", "main", "before").log(2, Levels.INFO, "x", "main", "claimed first").log(
                    3, Levels.INFO, "x", "main", "committed first");
            List<Long> all = positions(EventSource.open(journal.directory()));
            Path segment = journal.directory().resolve("0.seg");
            negateLength(segment, all.get(1));
            EventSource source = EventSource.open(journal.directory(), ignored -> JournalOwner.ALIVE);
            source.follow();

            source.toEnd();
            assertThat(positionsBefore(source)).isEqualTo(all.subList(0, 1));
            source.toEndWhenSought();
            assertThat(positions(source)).isEmpty();
            negateLength(segment, all.get(1));

            assertThat(positions(source)).isEqualTo(all.subList(1, 3));
        }
    }

    @Test
    void shouldFindTheNewestOfALivingOwnerBehindWhatIsNotCommittedWhereNobodyFollows() throws IOException {
        try (TestJournal journal = TestJournal.in(directory)) {
            journal.log(1, Levels.INFO, "x", "main", "claimed first").log(
                    2, Levels.INFO, "x", "main", "committed first");
            List<Long> all = positions(EventSource.open(journal.directory()));
            Path segment = journal.directory().resolve("0.seg");
            negateLength(segment, all.get(0));
            EventSource source = EventSource.open(journal.directory(), ignored -> JournalOwner.ALIVE);

            source.toEnd();
            assertThat(positionsBefore(source)).isEqualTo(all.subList(1, 2));

            negateLength(segment, all.get(0));
        }
    }

    @Test
    void shouldWaitForWhatTheNextOwnerHasClaimedThoughThereWasNoneAtTheStart() throws IOException {
        try (TestJournal journal = TestJournal.in(directory.resolve("logs"))) {
            journal.log(1, Levels.INFO, "x", "main", "old");
            Path killed = killed(journal);
            journal.log(2, Levels.INFO, "x", "main", "claimed first");
            journal.log(3, Levels.INFO, "x", "main", "committed first");
            List<Long> all = positions(EventSource.open(journal.directory()));
            Path from = journal.directory().resolve("0.seg");
            Path to = killed.resolve("0.seg");
            assumeTrue(JournalOwner.of(killed) == JournalOwner.NONE, "locks of other processes are hidden here");
            EventSource source = EventSource.open(killed);
            source.follow();
            assertThat(positions(source)).isEqualTo(all.subList(0, 1));

            JournalSlot slot = JournalSlot.claim(killed.getParent(), new Quiet());
            copy(from, to, all.get(2), all.get(2) + 256);
            assertThat(positions(source)).isEmpty();
            copy(from, to, all.get(1), all.get(2));

            assertThat(positions(source)).isEqualTo(all.subList(1, 3));
            slot.close();
        }
    }
}
