package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.core.option.OptionSource;
import dev.millrace.core.option.Options;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventDetails;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.Levels;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.JournalForward;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalOptions;
import dev.millrace.journal.JournalOwner;
import dev.millrace.journal.JournalSlot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class OpenJournalTest {
    /** Where the control page notes the boot. */
    private static final long BOOT_OFFSET = 40;

    /** Behind a dictionary's header. */
    private static final int ENTRIES_OFFSET = 64;

    private static final EventDetails DETAILS = new EventDetails(null, null, null, null, 1, "main");

    @TempDir
    Path directory;

    private final StatusLog status = new StatusLog();

    private Path home() {
        return directory.resolve(".millrace").resolve("test");
    }

    private OpenJournal open() throws IOException {
        JournalNews news = new JournalNews(status);
        return OpenJournal.openSlot(
                JournalSlot.claim(home(), news), home(), new JournalOptions(64L << 20, 0, false, true, news), false);
    }

    private List<StatusCode> codes() {
        return status.list().stream().map(Status::code).toList();
    }

    private static int log(OpenJournal open, String logger) {
        EventCapture capture = new EventCapture(
                open.dictionary(), new EventClock(), open.journal().maxRecordBytes());
        int id = open.dictionary().idOfRepeating(logger);
        EventEncoder encoder =
                capture.encode(id, logger, Levels.INFO, 0, "said", 0, null, null, null, null, null, DETAILS);
        assertThat(open.journal().append(encoder.bytes(), 0, encoder.length(), Journal.IMPORTANT))
                .isNotNegative();
        capture.release(encoder);
        return id;
    }

    @Test
    void I1_shouldDeleteNothingOfAProcessThatBeganInItsPlace() throws IOException {
        OpenJournal first = open();
        Files.move(directory.resolve(".millrace"), directory.resolve("away"));
        System.clearProperty("dev.millrace.slots");
        try {
            OpenJournal second = open();

            first.close(true, true);

            assertThat(second.journal().directory()).isDirectoryContaining("glob:**/control");
            assertThat(home()).isDirectoryContaining("glob:**/0.lock");
            second.close(true, true);
            assertThat(home()).doesNotExist();
        } finally {
            System.clearProperty("dev.millrace.slots");
        }
    }

    @Test
    void I6_shouldNotGiveEventsTheTextsOfOthersAfterALossOfPower() throws IOException {
        OpenJournal first = open();
        first.journal().cursor("FILE");
        int lost = log(first, "com.bank.Ledger");
        first.close(false, true);
        losePower(first.journal().directory());

        OpenJournal second = open();

        assertThat(codes()).contains(StatusCode.MR209, StatusCode.MR208);
        assertThat(second.dictionary().idOfRepeating("com.other.Cache")).isGreaterThan(lost);
        assertThat(second.dictionary().text(lost)).asString().isEqualTo("[no text #" + lost + "]");
        second.close(true, true);
    }

    /** Says so only when it comes to the texts that are lost: as far as a kill may let a start come. */
    private static final class KilledThere implements JournalListener {
        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {
            if (message.startsWith("texts of events are lost")) {
                throw new OutOfMemoryError(message);
            }
        }

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {}
    }

    @Test
    void I6_shouldLookForLostTextsAgainWhereAStartEndedInTheMiddleOfIt() throws IOException {
        OpenJournal first = open();
        first.journal().cursor("FILE");
        int lost = log(first, "com.bank.Ledger");
        first.close(false, true);
        losePower(first.journal().directory());
        JournalOptions options = new JournalOptions(64L << 20, 0, false, true, new KilledThere());
        try (JournalSlot slot = JournalSlot.claim(home(), new JournalNews(status))) {
            assertThatThrownBy(() -> OpenJournal.openSlot(slot, home(), options, false))
                    .isInstanceOf(OutOfMemoryError.class);
        }

        OpenJournal third = open();

        assertThat(codes()).contains(StatusCode.MR209, StatusCode.MR208);
        assertThat(third.dictionary().idOfRepeating("com.other.Cache")).isGreaterThan(lost);
        third.close(true, true);
    }

    @Test
    void I6_shouldTrustAJournalOnceEverySinkHasSeenThatTheMachineWentDown() throws IOException {
        Plan plan =
                Plans.plan(directory).file("FILE", directory.resolve("app.log")).build();
        Engine first = Bootstrap.start(plan, status);
        Path journal = first.open().journal().directory();
        first.open().close(false, true);
        losePower(journal);
        Options options = Options.read(new OptionSource(plan.properties(), plan.source()), plan.overflowWish(), status);
        OpenJournal killed = OpenJournal.open(plan, options, status);
        killed.close(false, true);

        Engine second = Bootstrap.start(plan, status);
        assertThat(second.open().journal().recoveredAfterReboot()).isTrue();
        second.open().close(false, true);
        Engine third = Bootstrap.start(plan, status);

        assertThat(third.open().journal().recoveredAfterReboot()).isFalse();
        third.close();
    }

    @Test
    void I6_shouldNotGiveEventsTheTextsOfOthersAfterTheDictionaryIsGone() throws IOException {
        OpenJournal first = open();
        first.journal().cursor("FILE");
        int lost = log(first, "com.bank.Ledger");
        first.close(false, true);
        Files.delete(first.journal().directory().resolve("dictionary"));

        OpenJournal second = open();

        assertThat(codes()).contains(StatusCode.MR208).doesNotContain(StatusCode.MR209);
        assertThat(second.dictionary().idOfRepeating("com.other.Cache")).isGreaterThan(lost);
        assertThat(second.dictionary().text(lost)).asString().isEqualTo("[no text #" + lost + "]");
        second.close(true, true);
    }

    private record OutOfMemory() implements JournalListener {
        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {
            throw new OutOfMemoryError(message);
        }

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {}
    }

    @Test
    void shouldLeaveNoFileOpenWhereWhatIsLostCannotBeTold() throws IOException {
        OpenJournal first = open();
        first.journal().cursor("FILE");
        log(first, "com.bank.Ledger");
        first.close(false, true);
        Files.delete(first.journal().directory().resolve("dictionary"));
        JournalOptions options = new JournalOptions(64L << 20, 0, false, true, new OutOfMemory());

        try (JournalSlot slot = JournalSlot.claim(home(), new JournalNews(status))) {
            assertThatThrownBy(() -> OpenJournal.openSlot(slot, home(), options, false))
                    .isInstanceOf(OutOfMemoryError.class);
        }

        assertThat(FailedStartTest.openBelow(directory)).isEmpty();
    }

    /** A kill while a drained journal is removed must not leave an event that somebody logged late without its texts. */
    @Test
    void I1_shouldRemoveEventsBeforeWhatTheyNeed() throws IOException {
        OpenJournal open = open();
        log(open, "com.bank.Ledger");
        Path slot = open.journal().directory();
        Path segment = slot.resolve("0.seg");
        Files.delete(segment);
        Files.createDirectories(segment.resolve("cannot be removed"));

        open.close(true, true);

        assertThat(segment).exists();
        assertThat(slot.resolve("dictionary")).exists();
        assertThat(slot.resolve("control")).exists();
    }

    /** Without its control page a journal is damaged, and what is left of it is set aside. */
    @Test
    void shouldRemoveTheControlPageLast() throws IOException {
        OpenJournal open = open();
        log(open, "com.bank.Ledger");
        Path slot = open.journal().directory();
        Files.createDirectories(slot.resolve("outbox-FILE").resolve("cannot be removed"));

        open.close(true, true);

        assertThat(slot.resolve("0.seg")).doesNotExist();
        assertThat(slot.resolve("control")).exists();
        open();
        assertThat(codes()).doesNotContain(StatusCode.MR208);
    }

    @Test
    void shouldNotTakeTheLocksOfDeadSlotsToSeeWhoElseLogs() throws IOException {
        OpenJournal open = open();
        JournalSlot.claim(home(), new JournalNews(status)).close();
        Path lock = home().resolve("1.lock");
        FileTime untouched = FileTime.fromMillis(1_000);
        Files.setLastModifiedTime(lock, untouched);

        boolean shared = open.isShared();

        // Whoever takes a lock writes to its file.
        assertThat(Files.getLastModifiedTime(lock)).isEqualTo(untouched);
        assumeTrue(
                JournalOwner.of(home().resolve("1")) == JournalOwner.NONE, "locks of other processes are hidden here");
        assertThat(shared).isFalse();
        open.close(true, true);
    }

    @Test
    void shouldSeeWhoElseLogs() throws IOException {
        OpenJournal open = open();
        assertThat(open.isShared()).isFalse();

        try (JournalSlot other = JournalSlot.claim(home(), new JournalNews(status))) {
            assertThat(other.directory()).isEqualTo(home().resolve("1"));
            assertThat(open.isShared()).isTrue();
        }

        Files.deleteIfExists(home().resolve("1.lock"));
        Files.delete(home().resolve("1"));
        assertThat(open.isShared()).isFalse();
        // Somebody who has gone over to this configuration.
        Path elsewhere = directory.resolve(".millrace").resolve("elsewhere");
        JournalForward.put(home(), elsewhere);
        assertThat(open.isShared()).isTrue();
        JournalForward.remove(home(), elsewhere);
        open.close(true, true);
    }

    private static void losePower(Path journal) throws IOException {
        try (FileChannel control = FileChannel.open(journal.resolve("control"), StandardOpenOption.WRITE)) {
            control.write(ByteBuffer.allocate(Long.BYTES).putLong(0, 17), BOOT_OFFSET);
        }
        Path dictionary = journal.resolve("dictionary");
        try (FileChannel entries = FileChannel.open(dictionary, StandardOpenOption.WRITE)) {
            entries.write(ByteBuffer.allocate((int) Files.size(dictionary) - ENTRIES_OFFSET), ENTRIES_OFFSET);
        }
    }

    @Test
    void I7_shouldBePersistentThoughAnInterruptedThreadLogsFirst() throws IOException {
        Thread.currentThread().interrupt();
        Engine engine = Bootstrap.start(
                Plans.plan(directory).file("FILE", directory.resolve("app.log")).build(), status);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(codes()).doesNotContain(StatusCode.MR211, StatusCode.MR212);
        assertThat(engine.open().isPersistent()).isTrue();
        engine.close();
    }

    @Test
    void shouldKeepQuietWhereAnotherUserOwnsTheTemporaryDirectorysFolder() throws IOException {
        String temporary = System.getProperty("java.io.tmpdir");
        System.setProperty("java.io.tmpdir", directory.toString());
        try {
            Files.createDirectory(home().getParent());
            Files.setPosixFilePermissions(home().getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            Engine engine = Bootstrap.start(new Plans().console("OUT", false).build(), status);

            assertThat(codes()).doesNotContain(StatusCode.MR211, StatusCode.MR212);
            assertThat(engine.open().home().getParent().getParent()).isEqualTo(directory);
            engine.close();
        } finally {
            System.setProperty("java.io.tmpdir", temporary);
        }
    }
}
