package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ControlPageTest {
    private static final int SEGMENT_BYTES = 1 << 20;

    @TempDir
    Path dir;

    @Test
    void shouldKnowTheSmallestPositionOfTheCursorsThatAreThere() throws IOException {
        ControlPage control = ControlPage.create(dir.resolve("control"), SEGMENT_BYTES);
        assertThat(control.smallestPosition()).isEqualTo(Long.MAX_VALUE);

        int a = control.add("a", 300);
        int b = control.add("b", 100);
        int c = control.add("c", 200);
        assertThat(control.smallestPosition()).isEqualTo(100);

        control.remove(b);
        assertThat(control.smallestPosition()).isEqualTo(200);

        control.position(c, 400);
        assertThat(control.smallestPosition()).isEqualTo(300);

        control.remove(a);
        control.remove(c);
        assertThat(control.smallestPosition()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void I7_shouldNotGrowIntoAFileThatStandsInItsPlace() throws IOException {
        Path file = dir.resolve("control");
        ControlPage control = ControlPage.create(file, SEGMENT_BYTES);
        Files.delete(file);
        assertThat(ControlPage.create(file, SEGMENT_BYTES).journalId()).isNotEqualTo(control.journalId());
        byte[] others = Files.readAllBytes(file);

        assertThatThrownBy(() -> {
                    for (int cursor = 0; cursor <= ControlPage.CURSORS; cursor++) {
                        assertThat(control.add("cursor " + cursor, 0)).isEqualTo(cursor);
                    }
                })
                .isInstanceOf(UncheckedIOException.class)
                .hasCauseInstanceOf(NoSuchFileException.class);

        assertThat(Files.readAllBytes(file)).isEqualTo(others);
    }

    @Test
    void shouldFindCursorsOfAnEarlierProcessWhereverTheyStand() throws IOException {
        Path file = dir.resolve("control");
        ControlPage before = ControlPage.create(file, SEGMENT_BYTES);
        for (int i = 0; i <= 3 * ControlPage.CURSORS; i++) {
            before.add("cursor-" + i, 1_000 - i);
        }
        for (int i = 0; i < 3 * ControlPage.CURSORS; i++) {
            before.remove(i);
        }

        ControlPage control = ControlPage.open(file);

        assertThat(control.find("cursor-0")).isNegative();
        assertThat(control.find("cursor-" + 3 * ControlPage.CURSORS)).isEqualTo(3 * ControlPage.CURSORS);
        assertThat(control.smallestPosition()).isEqualTo(1_000 - 3 * ControlPage.CURSORS);
    }

    @Test
    void shouldFindACursorThatComesToAJournalWithNone() throws IOException {
        Path file = dir.resolve("control");
        ControlPage.create(file, SEGMENT_BYTES);
        ControlPage control = ControlPage.open(file);

        control.add("late", 7);

        assertThat(control.find("late")).isZero();
        assertThat(control.smallestPosition()).isEqualTo(7);
    }

    @Test
    void i1ShouldFindNoCursorThatAKillKeptFromSettling() throws IOException {
        Path file = dir.resolve("control");
        ControlPage killed = ControlPage.create(file, SEGMENT_BYTES);
        int settled = killed.addJoining("settled", 100);
        int joining = killed.addJoining("joining", 100);
        assertThat(killed.find("joining")).isEqualTo(joining);
        assertThat(killed.smallestPosition()).isEqualTo(100);
        killed.settle(settled, 300);

        ControlPage control = ControlPage.open(file);

        assertThat(control.find("settled")).isEqualTo(settled);
        assertThat(control.position(settled)).isEqualTo(300);
        assertThat(control.find("joining")).isNegative();
        assertThat(control.smallestPosition()).isEqualTo(300);
    }

    private ControlPage full() throws IOException {
        ControlPage control = ControlPage.create(dir.resolve("control"), SEGMENT_BYTES);
        for (int i = 0; i < ControlPage.CURSORS; i++) {
            assertThat(control.add("cursor-" + i, 0)).isEqualTo(i);
        }
        return control;
    }

    @Test
    void shouldMakeRoomForACursorOfAnInterruptedThread() throws IOException {
        ControlPage control = full();

        Thread.currentThread().interrupt();
        int index = control.add("one more", 0);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(index).isEqualTo(ControlPage.CURSORS);
    }

    @Test
    void shouldSayWhyThereIsNoRoomForACursor() throws IOException {
        ControlPage control = full();
        Files.delete(dir.resolve("control"));

        assertThatThrownBy(() -> control.add("one more", 0))
                .isInstanceOf(UncheckedIOException.class)
                .hasCauseInstanceOf(NoSuchFileException.class);
    }
}
