package dev.millrace.core.roll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.core.ContextBase;
import ch.qos.logback.core.rolling.helper.XZCompressionStrategy;
import com.github.luben.zstd.ZstdInputStream;
import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.XZInputStream;

@Timeout(60)
class CompressionTest {
    private static final String TEXT = "a line of a log that is worth keeping\n".repeat(9_000);

    private static final int OTHER_USER = 65_534;

    @TempDir
    Path dir;

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** Ends the process at a step, before it or, of the last one, behind it. */
    private static final class KillAt extends Compression {
        private final int step;
        private final boolean behind;
        int steps;

        KillAt(int step, boolean behind) {
            this.step = step;
            this.behind = behind;
        }

        @Override
        public boolean goesOn(long busyNs) {
            if (steps++ == step) {
                throw new Killed();
            }
            return true;
        }

        @Override
        public boolean commit(Compression.Commit commit) throws IOException {
            boolean now = steps++ == step;
            if (now && !behind) {
                throw new Killed();
            }
            commit.run();
            if (now) {
                throw new Killed();
            }
            return true;
        }
    }

    private ArchiveJob job(String name, ArchiveFormat format) throws IOException {
        Path folder = Files.createDirectories(dir.resolve(name));
        ArchiveJob job = new ArchiveJob(folder.resolve("app.log"), format, "entry.log");
        Files.writeString(job.original(), TEXT);
        Files.writeString(job.mark(), job.entry());
        return job;
    }

    /** The name of the entry is left in the mark. */
    private static ArchiveJob found(ArchiveJob job) {
        return new ArchiveJob(job.original(), job.format(), "");
    }

    private static boolean isLocked(Path file) throws IOException {
        String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
        return Files.readAllLines(Path.of("/proc/locks")).stream().anyMatch(line -> line.contains(inode));
    }

    private static String read(ArchiveJob job) throws IOException {
        try (InputStream file = Files.newInputStream(job.archive())) {
            InputStream content =
                    switch (job.format()) {
                        case GZIP -> new GZIPInputStream(file);
                        case XZ -> new XZInputStream(file);
                        case ZSTD -> new ZstdInputStream(file);
                        default -> new ZipInputStream(file);
                    };
            if (content instanceof ZipInputStream zip) {
                assertThat(zip.getNextEntry().getName()).isEqualTo("entry.log");
            }
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void assertOnlyArchive(ArchiveJob job, String what) throws IOException {
        try (Stream<Path> files = Files.list(job.original().getParent())) {
            assertThat(files).as(what).containsExactly(job.archive());
        }
        assertThat(read(job)).as(what).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @EnumSource(value = ArchiveFormat.class, mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void shouldFinishWhereverItIsKilled(ArchiveFormat format) throws IOException {
        KillAt whole = new KillAt(-1, false);
        ArchiveJob undisturbed = job("whole", format);
        whole.compress(undisturbed);
        assertOnlyArchive(undisturbed, "undisturbed");
        for (int i = 0; i < 2 * whole.steps; i++) {
            String what = "killed at " + i;
            ArchiveJob job = job("k" + i, format);
            try {
                new KillAt(i / 2, i % 2 == 1).compress(job);
            } catch (Killed e) {
                assertThat(Files.exists(job.original()) || Files.exists(job.archive()))
                        .as(what)
                        .isTrue();
            }
            for (ArchiveJob found : ArchiveJob.below(job.original().getParent(), 0, format)) {
                assertThat(new KillAt(-1, false).compress(found).problem()).isNull();
            }
            assertOnlyArchive(job, what);
        }
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldNotPauseWhileManyFilesWait() {
        Archivist archivist = new Archivist(1, new StatusLog());
        archivist.hold();
        for (int i = 0; i < 20; i++) {
            archivist.compress(new ArchiveJob(dir.resolve("app-" + i + ".log"), ArchiveFormat.GZIP, ""));
        }

        // At its share each of these would be followed by a pause of ten seconds, which no interrupt ends.
        for (int i = 0; i < 5; i++) {
            assertThat(archivist.new Progress().goesOn(TimeUnit.SECONDS.toNanos(1)))
                    .isTrue();
        }

        archivist.close(System.nanoTime());
    }

    @Test
    void shouldNameTheArchiveForWhichMemoryIsShort() throws IOException {
        ArchiveJob job = job("short", ArchiveFormat.XZ);
        KillAt undisturbed = new KillAt(-1, false);

        Compression.Result result = new Compression() {
            @Override
            public boolean goesOn(long busyNs) {
                throw new OutOfMemoryError("Java heap space");
            }

            @Override
            public boolean commit(Compression.Commit commit) throws IOException {
                return undisturbed.commit(commit);
            }
        }.compress(job);

        assertThat(result.problem()).contains(job.archive().toString());
        assertThat(result.cause()).hasMessage("Java heap space");
        assertThat(job.part()).doesNotExist();
        assertThat(job.mark()).exists();
        assertThat(job.original()).hasContent(TEXT);
    }

    @Test
    void shouldMakeOfAFileTheBytesThatLogbackMakesByXz() throws IOException {
        ArchiveJob job = job("xz", ArchiveFormat.XZ);
        Path expected = dir.resolve("expected.xz");
        Path copy = Files.copy(job.original(), dir.resolve("copy.log"));
        XZCompressionStrategy logback = new XZCompressionStrategy();
        logback.setContext(new ContextBase());

        new KillAt(-1, false).compress(job);
        logback.compress(copy.toString(), expected.toString(), null);

        assertThat(job.archive()).hasSameBinaryContentAs(expected);
    }

    @ParameterizedTest
    @EnumSource(value = ArchiveFormat.class, mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void shouldLeaveAFileAloneBesideAnArchiveThatCannotBeRead(ArchiveFormat format) throws IOException {
        ArchiveJob job = job("damaged", format);
        new KillAt(-1, false).compress(job);
        byte[] archive = Files.readAllBytes(job.archive());
        Files.write(job.archive(), Arrays.copyOf(archive, archive.length / 2));
        job("damaged", format);

        Compression.Result result = new KillAt(-1, false).compress(job);

        assertThat(result.problem()).contains("cannot be read");
        assertThat(job.original()).hasContent(TEXT);
    }

    /** Who may write to a folder could have any file that lies there published, and removed. */
    @Test
    void i8ShouldTrustNoMarkOfAnotherUser() throws IOException {
        ArchiveJob job = job("marked", ArchiveFormat.GZIP);
        assumeTrue(give(job.mark()), "another user's files can be made by root alone");

        Compression.Result result = new KillAt(-1, false).compress(found(job));

        assertThat(result.problem())
                .contains("another user's")
                .contains(job.mark().toString());
        assertThat(job.original()).hasContent(TEXT);
        assertThat(job.archive()).doesNotExist();
    }

    @Test
    void i8ShouldFollowNoLinkOfAnotherUser() throws IOException {
        Path secret = Files.writeString(dir.resolve("secret"), "not for others");
        ArchiveJob job = job("linked", ArchiveFormat.GZIP);
        Files.delete(job.original());
        Files.createSymbolicLink(job.original(), secret);
        assumeTrue(give(job.original()) && give(job.mark()), "another user's files can be made by root alone");
        Files.delete(job.mark());
        Files.writeString(job.mark(), "entry.log");
        ArchiveJob leaking = job("leaking", ArchiveFormat.GZIP);
        Files.delete(leaking.original());
        Files.createSymbolicLink(leaking.original(), secret);
        assumeTrue(give(leaking.original()) && give(leaking.mark()));

        Compression.Result ofMark = new KillAt(-1, false).compress(found(job));
        Compression.Result ofBoth = new KillAt(-1, false).compress(found(leaking));

        assertThat(List.of(ofMark.problem(), ofBoth.problem())).doesNotContainNull();
        assertThat(List.of(job.archive(), leaking.archive())).noneMatch(Files::exists);
        assertThat(secret).hasContent("not for others");
    }

    /** The service ran as another user before: the file is that one's, and was rolled by this one. */
    @Test
    void shouldCompressAnotherUsersFileThatItRolledItself() throws IOException {
        ArchiveJob job = job("before", ArchiveFormat.GZIP);
        assumeTrue(give(job.original()), "another user's files can be made by root alone");

        assertThat(new KillAt(-1, false).compress(job).problem()).isNull();

        assertOnlyArchive(job, "rolled by this user");
    }

    /** A file that was rolled while its name was a link of the service's own. */
    @Test
    void shouldFollowALinkOfTheFilesOwner() throws IOException {
        ArchiveJob job = job("own", ArchiveFormat.ZIP);
        Path elsewhere = dir.resolve("elsewhere.log");
        Files.move(job.original(), elsewhere);
        Files.createSymbolicLink(job.original(), elsewhere);

        assertThat(new KillAt(-1, false).compress(found(job)).problem()).isNull();

        assertThat(read(job)).isEqualTo(TEXT);
        assertThat(elsewhere).hasContent(TEXT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"link", "pipe", "file"})
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void i8ShouldWriteNoArchiveToWhatSomebodyHasPutInItsPlace(String what) throws Exception {
        ArchiveJob job = job("part", ArchiveFormat.GZIP);
        Path precious = Files.writeString(dir.resolve("precious"), "kept");
        switch (what) {
            case "link" -> Files.createSymbolicLink(job.part(), precious);
            case "pipe" -> makePipe(job.part());
            default -> Files.writeString(job.part(), "what a kill has left");
        }

        assertThat(new KillAt(-1, false).compress(job).problem()).isNull();

        assertOnlyArchive(job, what);
        assertThat(precious).hasContent("kept");
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void i8ShouldNotWaitForAPipeInThePlaceOfAnArchiveOrAMark() throws Exception {
        ArchiveJob job = job("pipes", ArchiveFormat.ZIP);
        makePipe(job.archive());
        ArchiveJob marked = job("marks", ArchiveFormat.ZIP);
        Files.delete(marked.mark());
        makePipe(marked.mark());

        assertThat(new KillAt(-1, false).compress(job).problem()).contains("cannot be read");
        assertThat(ArchiveJob.markedEntry(found(marked))).isEqualTo("app.log");
        assertThat(MarkLock.rename(marked.mark(), null)).as("a mark was there").isFalse();
        assertThat(job.original()).hasContent(TEXT);
    }

    @Test
    void i8ShouldMarkWhatOthersMayNotReadAndWriteNoMarkThroughALink() throws IOException {
        Path mark = dir.resolve("app.log.gz.pending");
        Path planted = dir.resolve("other.log.gz.pending");
        Path target = dir.resolve("target");
        Files.createSymbolicLink(planted, target);

        RollFiles.REAL.mark(mark, new byte[] {'a'});
        RollFiles.REAL.mark(mark, new byte[] {'b'});
        RollFiles.REAL.mark(planted, new byte[] {'c'});

        assertThat(mark).hasContent("a");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(mark)))
                .as("who can read it can lock it, and holds up the roll")
                .isEqualTo("rw-------");
        assertThat(target).doesNotExist();
    }

    @Test
    void i8ShouldAppendARolledFileToNoLinkOfAnotherUser() throws IOException {
        Path rolled = Files.writeString(dir.resolve("app.log"), "new");
        Path target = Files.writeString(dir.resolve("target"), "old");
        Path link = Files.createSymbolicLink(dir.resolve("link"), target);

        RollFiles.REAL.append(rolled, 0, link);
        assertThat(target).hasContent("oldnew");
        assumeTrue(give(link), "another user's files can be made by root alone");

        assertThatThrownBy(() -> RollFiles.REAL.append(rolled, 0, link))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("somebody else has made the link " + link);
        assertThat(target).hasContent("oldnew");
    }

    /** Makes it another user's; false where this one may not. */
    private static boolean give(Path file) {
        try {
            Files.setAttribute(file, "unix:uid", OTHER_USER, LinkOption.NOFOLLOW_LINKS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void makePipe(Path path) throws Exception {
        assumeTrue(new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0, "no pipes with names");
    }

    @Test
    void shouldRemoveTheOriginalOfACompleteArchive() throws IOException {
        ArchiveJob job = job("complete", ArchiveFormat.GZIP);
        new KillAt(-1, false).compress(job);
        Files.writeString(job.original(), TEXT);
        Files.writeString(job.mark(), job.entry());

        Compression.Result result = new KillAt(-1, false).compress(job);

        assertThat(result.problem()).isNull();
        assertOnlyArchive(job, "a kill between the archive's name and the original's end");
    }

    @Test
    void shouldLeaveAFileBesideAnotherArchive() throws IOException {
        ArchiveJob job = job("other", ArchiveFormat.GZIP);
        Files.writeString(job.archive(), "of somebody else");

        Compression.Result result = new KillAt(-1, false).compress(job);

        assertThat(result.problem()).contains("cannot be read");
        assertThat(job.original()).hasContent(TEXT.trim());
        assertThat(job.archive()).hasContent("of somebody else");
    }

    @ParameterizedTest
    @EnumSource(value = ArchiveFormat.class, mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void i1ShouldKeepTheLinesWhenAnotherProcessCompressesTheSameFileAndIsKilled(ArchiveFormat format)
            throws IOException {
        ArchiveJob job = job("both", format);
        Compression overtaken = new Compression() {
            @Override
            public boolean goesOn(long busyNs) {
                return true;
            }

            @Override
            public boolean commit(Compression.Commit commit) throws IOException {
                try {
                    new KillAt(1, false).compress(job);
                } catch (Killed e) {
                    // It has begun the archive again.
                }
                commit.run();
                return true;
            }
        };

        overtaken.compress(job);

        assertOnlyArchive(job, "two at a time");
    }

    @ParameterizedTest
    @EnumSource(value = ArchiveFormat.class, mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void i1ShouldKeepOtherProcessesAwayThoughSomebodyLooksForWorkMeanwhile(ArchiveFormat format) throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/locks")), "it is not told who has which lock");
        ArchiveJob job = job("looked-for", format);
        boolean[] locked = new boolean[2];
        Compression lookedFor = new Compression() {
            @Override
            public boolean goesOn(long busyNs) {
                return true;
            }

            @Override
            public boolean commit(Compression.Commit commit) throws IOException {
                locked[0] = isLocked(job.mark());
                assertThat(ArchiveJob.below(job.original().getParent(), 0, format))
                        .hasSize(1);
                locked[1] = isLocked(job.mark());
                commit.run();
                return true;
            }
        };

        lookedFor.compress(found(job));

        assertOnlyArchive(job, "with the name that the mark has");
        assertThat(locked).containsExactly(true, true);
    }

    @Test
    void i1ShouldKeepOtherProcessesAwayThoughAnotherEngineOfThisOneFindsTheMark() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/locks")), "it is not told who has which lock");
        ArchiveJob job = job("found-twice", ArchiveFormat.GZIP);

        try (MarkLock lock = MarkLock.tryLock(job.mark())) {
            assertThat(lock).isNotNull();
            assertThat(MarkLock.tryLock(job.mark())).isNull();

            assertThat(isLocked(job.mark())).isTrue();
        }
        try (MarkLock lock = MarkLock.tryLock(job.mark())) {
            assertThat(lock).as("behind its end").isNotNull();
        }
    }

    @Test
    void i1ShouldKeepOtherProcessesAwayWhileAnotherEngineOfThisOneWaitsToMoveTheFile() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/locks")), "it is not told who has which lock");
        ArchiveJob job = job("moved-meanwhile", ArchiveFormat.GZIP);
        boolean[] locked = new boolean[1];

        try (MarkLock lock = MarkLock.tryLock(job.mark())) {
            lock.run(() -> {
                assertThatThrownBy(() -> MarkLock.rename(job.mark(), null)).isInstanceOf(IOException.class);
                locked[0] = isLocked(job.mark());
            });

            assertThat(locked).containsExactly(true);
            assertThat(MarkLock.rename(job.mark(), job.markOfMove())).isTrue();
            assertThat(isLocked(job.markOfMove())).isTrue();
            assertThat(lock.isLost()).isTrue();
        }
    }

    @Test
    void shouldFindWhatIsToBeCompressedBesideAFolderThatItMayNotRead() throws IOException {
        ArchiveJob job = job("2026-03", ArchiveFormat.GZIP);
        Path closed = Files.createDirectory(
                dir.resolve("lost+found"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        assumeFalse(Files.isReadable(closed), "this user may read everything");

        assertThat(ArchiveJob.below(dir, 1, ArchiveFormat.GZIP)).containsExactly(found(job));
    }

    @Test
    void shouldFindWhatIsToBeCompressedWhereTheFolderIsALink() throws IOException {
        ArchiveJob job = job("real", ArchiveFormat.GZIP);
        Path link = Files.createSymbolicLink(dir.resolve("link"), job.original().getParent());

        List<ArchiveJob> found = ArchiveJob.below(link, 0, ArchiveFormat.GZIP);

        assertThat(found).extracting(ArchiveJob::original).containsExactly(link.resolve("app.log"));
    }

    @Test
    void shouldFindWhatIsToBeCompressedOldestNameFirst() throws IOException {
        List<ArchiveJob> jobs = List.of(
                job("2025/12", ArchiveFormat.GZIP),
                job("2026", ArchiveFormat.GZIP),
                job("2026/01", ArchiveFormat.GZIP));
        job("2026/01/deeper", ArchiveFormat.GZIP);
        job("2026/02", ArchiveFormat.ZIP);

        assertThat(ArchiveJob.below(dir, 2, ArchiveFormat.GZIP))
                .containsExactlyInAnyOrderElementsOf(
                        jobs.stream().map(CompressionTest::found).toList());
        assertThat(ArchiveJob.below(dir, 0, ArchiveFormat.GZIP)).isEmpty();
        assertThat(ArchiveJob.below(dir.resolve("none"), 2, ArchiveFormat.GZIP)).isEmpty();
    }

    @Test
    void shouldLeaveAFileThatIsWithdrawn() throws IOException {
        ArchiveJob job = job("withdrawn", ArchiveFormat.GZIP);
        Compression refusing = new Compression() {
            @Override
            public boolean goesOn(long busyNs) {
                return true;
            }

            @Override
            public boolean commit(Compression.Commit commit) {
                return false;
            }
        };

        assertThat(refusing.compress(job).problem()).isNull();

        assertThat(job.original()).exists();
        assertThat(job.archive()).doesNotExist();
        assertThat(job.part()).doesNotExist();
    }

    @Test
    void i1ShouldLeaveAFileThatAnotherProcessMovesMeanwhile() throws IOException {
        ArchiveJob job = job("moved", ArchiveFormat.GZIP);
        Compression moved = new Compression() {
            @Override
            public boolean goesOn(long busyNs) {
                try {
                    RollFiles.REAL.renameMark(job.mark(), job.markOfMove());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return true;
            }

            @Override
            public boolean commit(Compression.Commit commit) throws IOException {
                commit.run();
                return true;
            }
        };

        assertThat(moved.compress(job).problem()).isNull();

        assertThat(job.original()).hasContent(TEXT);
        assertThat(job.archive()).doesNotExist();
        assertThat(job.part()).doesNotExist();
        assertThat(new KillAt(-1, false).compress(job).problem()).isNull();
        assertThat(job.markOfMove()).hasContent(job.entry());
    }

    @Test
    void i1ShouldCompressAFileAgainThatHasGrownByAMoveMeanwhile() throws IOException {
        ArchiveJob job = job("grown", ArchiveFormat.GZIP);
        Files.writeString(job.original(), TEXT.substring(100));
        boolean[] grown = new boolean[1];
        Compression growing = new Compression() {
            @Override
            public boolean goesOn(long busyNs) {
                return true;
            }

            @Override
            public boolean commit(Compression.Commit commit) throws IOException {
                if (!grown[0]) {
                    grown[0] = true;
                    RollFiles.REAL.renameMark(job.mark(), job.markOfMove());
                    Files.writeString(job.original(), TEXT);
                    RollFiles.REAL.renameMark(job.markOfMove(), job.mark());
                }
                commit.run();
                return true;
            }
        };

        growing.compress(job);

        assertOnlyArchive(job, "behind the move");
    }

    @Test
    void i1ShouldMoveNoFileOfWhichTheArchiveTakesThePlace() throws IOException {
        ArchiveJob job = job("taken", ArchiveFormat.GZIP);
        boolean[] hasWaited = new boolean[1];
        CompletableFuture<Boolean> moved = new CompletableFuture<>();
        Thread mover = new Thread(() -> {
            try {
                RollFiles.REAL.renameMark(job.mark(), job.markOfMove());
                moved.complete(Files.exists(job.original()));
            } catch (IOException e) {
                moved.completeExceptionally(e);
            }
        });

        try (MarkLock lock = MarkLock.tryLock(job.mark())) {
            lock.run(() -> {
                mover.start();
                while (mover.isAlive() && mover.getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
                hasWaited[0] = !moved.isDone();
                Files.delete(job.original());
                Files.delete(job.mark());
            });
        }

        assertThat(moved.join()).isFalse();
        assertThat(hasWaited).containsExactly(true);
        assertThat(job.markOfMove()).doesNotExist();
    }

    /** A roll takes the file away, and says so first, behind the first look at it. */
    private static final class RolledOn extends Compression {
        private final Path taken;
        private boolean withdrawn;

        RolledOn(Path taken) {
            this.taken = taken;
        }

        @Override
        public boolean goesOn(long busyNs) {
            boolean goesOn = !withdrawn;
            if (!withdrawn && taken.toString().endsWith(".gz")) {
                roll();
            }
            return goesOn;
        }

        @Override
        public boolean commit(Compression.Commit commit) throws IOException {
            if (withdrawn) {
                return false;
            }
            Files.writeString(taken, "a line that came late\n", StandardOpenOption.APPEND);
            commit.run();
            roll();
            return true;
        }

        private void roll() {
            withdrawn = true;
            try {
                Files.move(taken, taken.resolveSibling("next"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void shouldSayNothingOfAFileThatIsRolledOnMeanwhile() throws IOException {
        ArchiveJob job = job("rolled-on", ArchiveFormat.GZIP);

        Compression.Result result = new RolledOn(job.original()).compress(job);

        assertThat(result.problem()).isNull();
        assertThat(job.part()).doesNotExist();
    }

    @Test
    void shouldKeepTheMarkOfAFileWhoseArchiveIsRolledOnMeanwhile() throws IOException {
        ArchiveJob job = job("archive-rolled-on", ArchiveFormat.GZIP);
        new KillAt(-1, false).compress(job);
        Files.writeString(job.original(), "one line\n");
        Files.writeString(job.mark(), job.entry());

        Compression.Result result = new RolledOn(job.archive()).compress(job);

        assertThat(result.problem()).isNull();
        assertThat(job.mark()).exists();
        assertThat(job.original()).hasContent("one line");
    }

    @Test
    void shouldCompressInTheBackgroundAndHurryAtTheEnd() throws IOException {
        StatusLog status = new StatusLog();
        ArchiveJob job = job("background", ArchiveFormat.GZIP);
        Archivist archivist = new Archivist(1, status);
        archivist.compress(job);

        archivist.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));

        assertOnlyArchive(job, "after close");
        assertThat(status.list()).isEmpty();
    }

    @Test
    void shouldCompressNothingWhileItIsHeld() throws Exception {
        Path file = Files.writeString(dir.resolve("held.log"), "somebody may still write to it\n");
        ArchiveJob job = new ArchiveJob(file, ArchiveFormat.GZIP, "held.log");
        Files.writeString(job.mark(), job.entry());
        Archivist archivist = new Archivist(100, new StatusLog());
        CountDownLatch behind = new CountDownLatch(1);

        archivist.hold();
        archivist.compress(job);
        archivist.then(behind::countDown);
        behind.await();
        assertThat(file).exists();
        archivist.release();
        archivist.close(Long.MAX_VALUE / 2 + System.nanoTime());

        assertThat(file).doesNotExist();
        assertThat(job.archive()).exists();
    }

    @Test
    void i1ShouldKeepWhatAnotherProcessWritesToAFileThatWasJustRolled() throws Exception {
        Path file = Files.writeString(dir.resolve("rolled.log"), "before the roll\n");
        ArchiveJob job = new ArchiveJob(file, ArchiveFormat.GZIP, "rolled.log");
        Files.writeString(job.mark(), job.entry());
        Archivist archivist = new Archivist(100, TimeUnit.HOURS.toNanos(1), () -> true, new StatusLog());
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        archivist.then(() -> thread.complete(Thread.currentThread()));
        archivist.compress(job);
        while (thread.get().getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        Files.writeString(file, "by another process\n", StandardOpenOption.APPEND);
        archivist.close(Long.MAX_VALUE / 2 + System.nanoTime());

        try (InputStream archive = new GZIPInputStream(Files.newInputStream(job.archive()))) {
            assertThat(new String(archive.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("before the roll\nby another process\n");
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void i8ShouldHoldUpNeitherLanesNorTheEndWhileTheDiskOfAnArchiveStalls() throws Exception {
        StatusLog status = new StatusLog();
        Archivist archivist = new Archivist(100, status);
        CountDownLatch stalled = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        archivist.then(() -> commit(archivist, stalled, over));
        stalled.await();

        Thread others = new Thread(() -> {
            archivist.compress(new ArchiveJob(dir.resolve("other.log"), ArchiveFormat.GZIP, ""));
            archivist.withdraw(dir.resolve("other.log"));
            archivist.close();
        });
        others.start();
        others.join(TimeUnit.SECONDS.toMillis(20));
        boolean held = others.isAlive();
        over.countDown();

        assertThat(held).isFalse();
        assertThat(status.list()).extracting(Status::code).containsExactly(StatusCode.MR323);
    }

    private static void commit(Archivist archivist, CountDownLatch stalled, CountDownLatch over) {
        Compression.Commit stalling = () -> {
            stalled.countDown();
            try {
                over.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        try {
            archivist.new Progress().commit(stalling);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldCompressBehindAnInterruptOfItsThread() throws IOException {
        StatusLog status = new StatusLog();
        ArchiveJob job = job("interrupted", ArchiveFormat.GZIP);
        Archivist archivist = new Archivist(100, status);
        archivist.then(() -> Thread.currentThread().interrupt());
        archivist.compress(job);

        archivist.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));

        assertOnlyArchive(job, "behind an interrupt");
        assertThat(status.list()).isEmpty();
    }

    @Test
    void shouldCompressBehindTheEndOfItsThread() throws Exception {
        StatusLog status = new StatusLog();
        ArchiveJob job = job("ended", ArchiveFormat.GZIP);
        Archivist archivist = new Archivist(100, status);
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        archivist.then(() -> {
            thread.complete(Thread.currentThread());
            Thread.currentThread().setUncaughtExceptionHandler((ended, why) -> {});
            CompressionTest.<RuntimeException>end(new Throwable("test"));
        });
        thread.get().join();
        archivist.compress(job);

        archivist.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));

        assertOnlyArchive(job, "by another thread");
        assertThat(status.list()).isEmpty();
    }

    /** Throws what is caught nowhere. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void end(Throwable why) throws E {
        throw (E) why;
    }

    @Test
    void shouldSayThatAnArchiveCannotBeMade() throws IOException {
        StatusLog status = new StatusLog();
        ArchiveJob job = job("blocked", ArchiveFormat.ZIP);
        Files.createDirectories(job.part().resolve("a folder"));
        Archivist archivist = new Archivist(100, status);
        archivist.compress(job);

        archivist.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));

        assertThat(job.original()).exists();
        assertThat(status.list()).extracting(Status::code).containsExactly(StatusCode.MR322);
    }
}
