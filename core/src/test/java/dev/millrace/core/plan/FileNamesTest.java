package dev.millrace.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileNamesTest {
    @TempDir
    Path dir;

    @Test
    void shouldLeaveUsableNamesAlone() {
        assertThat(FileNames.usable("logs/app-%d.log")).isEqualTo("logs/app-%d.log");
        assertThat(FileNames.usable("/var/log/app.log")).isEqualTo("/var/log/app.log");
        assertThat(FileNames.usable("")).isEmpty();
    }

    @Test
    void shouldLeaveNamesThatNoEncodingHelps() {
        assertThat(FileNames.usable("a\0b")).isEqualTo("a\0b");
    }

    @Test
    void shouldPutQuestionMarksForWhatTheEncodingCannotSay() {
        assertThat(FileNames.said("prüfung-日.log", "US-ASCII")).isEqualTo("pr?fung-?.log");
        assertThat(FileNames.said("prüfung.log", "no such encoding")).isEqualTo("prüfung.log");
        assertThat(FileNames.said("prüfung.log", null)).isEqualTo("prüfung.log");
    }

    @Test
    void shouldKnowWhetherTheWorkingDirectoryIsFound() {
        assertThat(FileNames.isAt(dir, dir.resolve("."))).isTrue();
        assertThat(FileNames.isAt(dir, dir.getRoot())).isFalse();
        assertThat(FileNames.isAt(dir.resolve("pr??f"), dir)).isFalse();
        assertThat(FileNames.isAt(dir, dir.resolve("no such link"))).isTrue();
    }
}
