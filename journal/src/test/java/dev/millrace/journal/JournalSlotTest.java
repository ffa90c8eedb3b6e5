package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.journal.TestJournals.Told;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class JournalSlotTest {
    @TempDir
    Path directory;

    private final Told told = new Told();

    private Path home() {
        return TestJournals.home(directory);
    }

    @Test
    void shouldGiveEachClaimantItsOwnSlot() throws Exception {
        try (JournalSlot first = JournalSlot.claim(home(), told);
                JournalSlot second = JournalSlot.claim(home(), told)) {
            assertThat(first.directory()).isEqualTo(home().resolve("0"));
            assertThat(second.directory()).isEqualTo(home().resolve("1"));
            assertThat(told.notices).containsExactly(JournalNotice.SLOT_SHARED);
        }
    }

    @Test
    @Timeout(60)
    void shouldKeepOtherProcessesOutOfAHeldSlot() throws Exception {
        try (JournalSlot mine = JournalSlot.claim(home(), told)) {
            assertThat(slotOfAnotherProcess()).isEqualTo(home().resolve("1").toString());
            // Whatever this process does next to its lock, the lock stays.
            JournalSlot.claimAbandoned(home(), told).forEach(JournalSlot::close);
            JournalSlot.removeExpired(home().getParent(), told);
            assertThat(slotOfAnotherProcess()).isEqualTo(home().resolve("1").toString());
            assertThat(mine.directory()).isEqualTo(home().resolve("0"));
        }

        assertThat(slotOfAnotherProcess()).isEqualTo(home().resolve("0").toString());
    }

    /** As a program does that offers an archive of its logs: by that the whole process loses the lock. */
    @Test
    @Timeout(60)
    void I1_shouldKeepOtherProcessesOutThoughThisOneReadsTheLockFile() throws Exception {
        try (JournalSlot mine = JournalSlot.claim(home(), told)) {
            assertThat(Files.readAllBytes(home().resolve("0.lock"))).isNotEmpty();
            assertThat(locked()).isFalse();

            assertThat(slotOfAnotherProcess()).isEqualTo(home().resolve("1").toString());
            assertThat(JournalOwner.of(mine.directory())).isEqualTo(JournalOwner.ALIVE);

            mine.keep();
            assertThat(locked()).isTrue();
        }
    }

    /** Without its name: in another container nobody sees whether the process lives. */
    @Test
    @Timeout(60)
    void I1_shouldLockAgainWhatThisProcessHasUnlocked() throws Exception {
        try (JournalSlot mine = JournalSlot.claim(home(), told)) {
            for (int round = 0; round < 3; round++) {
                Files.write(home().resolve("0.lock"), new byte[0]);
                mine.keep();

                assertThat(slotOfAnotherProcess()).isEqualTo(home().resolve("1").toString());
            }
        }
        assertThat(slotOfAnotherProcess()).isEqualTo(home().resolve("0").toString());
    }

    @Test
    @Timeout(60)
    void shouldTakeASlotThatNamesAProcessWhichIsGone() throws Exception {
        JournalSlot.createPrivate(home().getParent());
        JournalSlot.createPrivate(home());
        String self = new String(Files.readAllBytes(Path.of("/proc/self/stat")), StandardCharsets.ISO_8859_1);
        String number = self.substring(0, self.indexOf(' '));
        for (String name :
                List.of("1 1 pid:[1] x\n", number + " 1 pid:[1] x\n", "no name\n", "\n", " \n", "../self 1\n")) {
            Files.writeString(home().resolve("0.lock"), name);

            assertThat(slotOfAnotherProcess())
                    .as(name)
                    .isEqualTo(home().resolve("0").toString());
        }
    }

    @Test
    @Timeout(60)
    void I7_shouldGiveItsSlotBackOnAThreadThatIsInterrupted() throws Exception {
        JournalSlot mine = JournalSlot.claim(home(), told);
        Thread.currentThread().interrupt();

        mine.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(slotOfAnotherProcess()).isEqualTo(home().resolve("0").toString());
    }

    @Test
    void I7_shouldTakeASlotThatNamesItsOwnProcessWhereNobodyHasIt() throws Exception {
        JournalSlot left = JournalSlot.claim(home(), told);
        byte[] name = Files.readAllBytes(home().resolve("0.lock"));
        left.close();
        Files.write(home().resolve("0.lock"), name);

        try (JournalSlot again = JournalSlot.claim(home(), told)) {
            assertThat(again.directory()).isEqualTo(home().resolve("0"));
        }
    }

    @Test
    @Timeout(60)
    void I7_shouldLeaveNothingLockedOrNamedWhereInterruptsComeInTheMidst() throws Exception {
        Path file = directory.resolve("some.lock");
        Thread taker = Thread.currentThread();
        AtomicBoolean ended = new AtomicBoolean();
        Thread interrupter = new Thread(() -> {
            Random random = new Random(1);
            while (!ended.get()) {
                for (int spins = random.nextInt(20_000); spins > 0; spins--) {
                    Thread.onSpinWait();
                }
                taker.interrupt();
            }
        });
        interrupter.start();
        try {
            for (int round = 0; round < 1_000; round++) {
                LockFile taken = LockFile.tryTake(file);
                assertThat(taken).as("round " + round).isNotNull();
                taken.close();
                assertThat(Files.size(file)).as("round " + round).isZero();
                assertThat(LockFile.isHeldHere(file)).isFalse();
            }
        } finally {
            ended.set(true);
            while (interrupter.isAlive()) {
                boolean ignored = Thread.interrupted();
                Thread.onSpinWait();
            }
            boolean ignored = Thread.interrupted();
        }
    }

    @Test
    void shouldLeaveALockToItsNextHolderWhenItIsClosedTwice() throws Exception {
        Path file = directory.resolve("some.lock");
        LockFile first = LockFile.tryTake(file);
        first.close();
        try (LockFile second = LockFile.tryTake(file)) {
            first.close();

            assertThat(LockFile.isHeldHere(file)).isTrue();
            assertThat(Files.size(file)).isPositive();
            assertThat(second).isNotNull();
        }
    }

    @Test
    @Timeout(60)
    void shouldTakeACopyThatNamesALiveProcess() throws Exception {
        try (JournalSlot mine = JournalSlot.claim(home(), told)) {
            byte[] name = Files.readAllBytes(mine.directory().resolveSibling("0.lock"));
            JournalSlot.claim(home(), told).close();
            Files.write(home().resolve("1.lock"), name);

            assertThat(slotOfAnotherProcess()).isEqualTo(home().resolve("1").toString());
        }
    }

    @Test
    @Timeout(60)
    void I6_shouldLookAtNoLockThatIsSomethingElse() throws Exception {
        Path pipe = home().resolve("0.lock");
        Files.createDirectories(home());
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Files.createSymbolicLink(home().resolve("1.lock"), Path.of("/dev/zero"));
        Path stat = Files.createDirectory(home().resolve("process"));
        assertThat(new ProcessBuilder("mkfifo", stat.resolve("stat").toString())
                        .start()
                        .waitFor())
                .isZero();
        Files.writeString(home().resolve("2.lock"), "../" + stat.toAbsolutePath() + " 1 pid:[1] x\n");

        for (int slot = 0; slot < 3; slot++) {
            assertThat(JournalOwner.of(home().resolve("" + slot)))
                    .as("slot " + slot)
                    .isNotEqualTo(JournalOwner.ALIVE);
        }
    }

    private boolean locked() throws Exception {
        return Files.readString(Path.of("/proc/locks"))
                .contains(":" + Files.getAttribute(home().resolve("0.lock"), "unix:ino") + " ");
    }

    @Test
    void shouldRemoveExpiredSlotsThatHaveNoLock() throws Exception {
        Path home = home();
        JournalSlot.createPrivate(home.getParent());
        JournalSlot.createPrivate(home);
        for (int number = 0; number < 2; number++) {
            Path slot = Files.createDirectory(home.resolve(Integer.toString(number)));
            Files.setLastModifiedTime(Files.createFile(slot.resolve("control")), FileTime.fromMillis(1_000));
        }

        JournalSlot.removeExpired(home.getParent(), told);

        assertThat(told.notices).containsExactly(JournalNotice.SLOT_EXPIRED, JournalNotice.SLOT_EXPIRED);
        assertThat(home).doesNotExist();
    }

    private String slotOfAnotherProcess() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        SlotRival.class.getName(),
                        home().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @Test
    void I7_shouldKeepItsLockWhenSomebodyReplacesTheSystemProperties() throws Exception {
        try (JournalSlot mine = JournalSlot.claim(home(), told)) {
            System.clearProperty("dev.millrace.slots");

            try (JournalSlot other = JournalSlot.claim(home(), told)) {
                assertThat(other.directory()).isNotEqualTo(mine.directory());
                assertThat(slotOfAnotherProcess()).isEqualTo(home().resolve("2").toString());
            }
        } finally {
            System.clearProperty("dev.millrace.slots");
        }
    }

    /** A dropped one, as where closing has found that a thread hangs. */
    @Test
    @Timeout(60)
    void I7_shouldKeepItsLockWhenNobodyHoldsTheSlot() throws Exception {
        WeakReference<JournalSlot> dropped = new WeakReference<>(JournalSlot.claim(home(), told));
        while (dropped.get() != null) {
            System.gc();
            assertThat(Thread.interrupted()).isFalse();
        }
        for (int collection = 0; collection < 3; collection++) {
            System.gc();
        }

        assertThat(locked()).isTrue();
        assertThat(slotOfAnotherProcess()).isEqualTo(home().resolve("1").toString());
    }

    /** Another process's, which began in the same place after somebody had removed it. */
    @Test
    @Timeout(60)
    void I7_shouldLeaveWhatStandsInItsPlaceAlone() throws Exception {
        JournalSlot first = JournalSlot.claim(home(), told);
        Files.move(directory.resolve(".millrace"), directory.resolve("away"));
        System.clearProperty("dev.millrace.slots");
        try (JournalSlot second = JournalSlot.claim(home(), told)) {
            assertThat(first.isGone()).isTrue();
            assertThat(second.isGone()).isFalse();
            Files.delete(second.directory());

            first.close();

            assertThat(home().resolve("0.lock")).exists();
            assertThat(slotOfAnotherProcess()).isEqualTo(home().resolve("1").toString());
        } finally {
            System.clearProperty("dev.millrace.slots");
        }
    }

    @Test
    void shouldNotExpireWhileItIsInUse() throws Exception {
        Path control;
        try (JournalSlot slot = JournalSlot.claim(home(), told)) {
            control = Files.createFile(slot.directory().resolve("control"));
            Files.setLastModifiedTime(control, FileTime.fromMillis(1_000));
            Files.setLastModifiedTime(home().resolve("0.lock"), FileTime.fromMillis(1_000));

            slot.renew();
        }

        JournalSlot.removeExpired(home().getParent(), told);

        assertThat(control).exists();
    }

    @Test
    void shouldGiveAFreedSlotToTheNext() throws Exception {
        JournalSlot.claim(home(), told).close();

        try (JournalSlot again = JournalSlot.claim(home(), told)) {
            assertThat(again.directory()).isEqualTo(home().resolve("0"));
        }
    }

    @Test
    void shouldHandOverAbandonedSlotsOnly() throws Exception {
        try (JournalSlot mine = JournalSlot.claim(home(), told)) {
            JournalSlot left = JournalSlot.claim(home(), told);
            left.close();

            List<JournalSlot> abandoned = JournalSlot.claimAbandoned(home(), told);

            assertThat(abandoned).hasSize(1);
            assertThat(abandoned.get(0).directory()).isEqualTo(home().resolve("1"));
            abandoned.get(0).close();
            assertThat(mine.directory()).exists();
        }
    }

    @Test
    void shouldRemoveLocksThatKillsHaveLeftWithoutASlot() throws Exception {
        try (JournalSlot mine = JournalSlot.claim(home(), told)) {
            Files.createFile(home().resolve("3.lock"));

            assertThat(JournalSlot.claimAbandoned(home(), told)).isEmpty();

            assertThat(home()).isDirectoryNotContaining("glob:**3.lock").isDirectoryContaining("glob:**0.lock");
            Files.delete(mine.directory());
        }
        assertThat(directory.resolve(".millrace")).doesNotExist();
    }

    @Test
    void shouldKeepTheRegistryInASystemPropertyAndClearIt() throws Exception {
        String before = System.getProperty("dev.millrace.slots");

        JournalSlot slot = JournalSlot.claim(home(), told);
        assertThat(System.getProperty("dev.millrace.slots"))
                .contains(home().resolve("0.lock").toString());
        slot.close();

        assertThat(System.getProperty("dev.millrace.slots")).isEqualTo(before);
    }

    @Test
    void I7_shouldRefuseASymbolicLink() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.createSymbolicLink(directory.resolve(".millrace"), elsewhere);

        assertThatThrownBy(() -> JournalSlot.claim(home(), told))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("symbolic link");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void I7_shouldRefuseADirectoryThatOthersMayWrite() throws Exception {
        open(directory, "rwxr-xr-x");
        open(Files.createDirectory(directory.resolve(".millrace")), "rwxrwxrwx");

        assertThatThrownBy(() -> JournalSlot.claim(home(), told))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("others may write");
    }

    @Test
    void I6_shouldHandOverNothingThatOthersMayHavePutThere() throws Exception {
        open(directory, "rwxr-xr-x");
        JournalSlot.claim(home(), told).close();
        open(home(), "rwxrwxrwx");
        open(home().getParent(), "rwxrwxrwx");

        assertThat(JournalSlot.claimAbandoned(home(), told)).isEmpty();

        assertThat(told.notices).containsOnly(JournalNotice.DIRECTORY_REFUSED);
    }

    private void open(Path path, String permissions) throws Exception {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private String permissions(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void I1_shouldTakeUpAJournalWhoseVolumeWasHandedToAGroup() throws Exception {
        Path slot = home().resolve("0");
        JournalSlot.claim(home(), told).close();
        for (Path opened : List.of(directory, directory.resolve(".millrace"), home(), slot)) {
            open(opened, "rwxrwx---");
        }

        try (JournalSlot again = JournalSlot.claim(home(), told)) {
            assertThat(again.directory()).isEqualTo(slot);
            assertThat(permissions(directory.resolve(".millrace"))).isEqualTo("rwx------");
            assertThat(permissions(home())).isEqualTo("rwx------");
            assertThat(permissions(slot)).isEqualTo("rwx------");
        }
        assertThat(permissions(directory)).isEqualTo("rwxrwx---");
    }

    @Test
    void I7_shouldRefuseADirectoryThatAloneWasHandedToAGroup() throws Exception {
        Path folder = Files.createDirectory(directory.resolve(".millrace"));
        open(directory, "rwxr-xr-x");
        open(folder, "rwxrwx---");

        assertThatThrownBy(() -> JournalSlot.claim(home(), told))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("others may write");
        assertThat(permissions(folder)).isEqualTo("rwxrwx---");
    }

    @Test
    void I7_shouldRefuseADirectoryOfAGroupWhereEverybodyMayWrite() throws Exception {
        Path folder = Files.createDirectory(directory.resolve(".millrace"));
        open(directory, "rwxrwxrwx");
        open(folder, "rwxrwx---");

        assertThatThrownBy(() -> JournalSlot.claim(home(), told)).hasMessageContaining("others may write");
    }

    @Test
    void shouldGiveASlotBackWhoseDirectoryIsRefused() throws Exception {
        JournalSlot.claim(home(), told).close();
        Path link = home().resolve("0");
        Files.delete(link);
        Files.createSymbolicLink(link, directory);

        assertThatThrownBy(() -> JournalSlot.claim(home(), told)).hasMessageContaining("symbolic link");
        Files.delete(link);

        try (JournalSlot slot = JournalSlot.claim(home(), told)) {
            assertThat(slot.directory()).isEqualTo(link);
        }
    }

    @Test
    void shouldRemoveSlotsThatNobodyClaimedForAWeek() throws Exception {
        JournalSlot slot = JournalSlot.claim(home(), told);
        Journal.open(slot, TestJournals.options(told)).close();
        slot.close();
        FileTime old = FileTime.from(Instant.now()
                .minus(Duration.ofDays(JournalSlot.EXPIRES_AFTER_DAYS))
                .minusSeconds(60));
        Files.setLastModifiedTime(slot.directory().resolve("control"), old);
        Files.setLastModifiedTime(home().resolve("0.lock"), old);

        JournalSlot.removeExpired(directory.resolve(".millrace"), told);

        assertThat(slot.directory()).doesNotExist();
        assertThat(told.notices).containsExactly(JournalNotice.SLOT_EXPIRED);
    }

    @Test
    void shouldFindItsPlaceWhileAnotherProcessRemovesItsEmptyDirectories() throws Exception {
        List<Throwable> failed = Collections.synchronizedList(new ArrayList<>());
        Runnable comeAndGo = () -> {
            for (int time = 0; time < 300; time++) {
                try (JournalSlot slot = JournalSlot.claim(home(), told)) {
                    Files.delete(slot.directory());
                } catch (IOException e) {
                    failed.add(e);
                }
            }
        };
        Thread another = new Thread(comeAndGo);
        another.start();

        comeAndGo.run();
        another.join();

        assertThat(failed).isEmpty();
    }
}
