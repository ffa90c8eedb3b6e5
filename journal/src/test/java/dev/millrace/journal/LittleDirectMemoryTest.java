package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LittleDirectMemoryTest {
    @TempDir
    Path parent;

    @Test
    void shouldAppendWhereMemoryOutsideTheHeapIsShort() throws Exception {
        String outcome = OwnJvm.outputOf(
                LittleDirectMemoryProcess.class,
                parent.resolve("out"),
                List.of("-XX:MaxDirectMemorySize=512k"),
                parent.resolve("queue").toString());

        assertThat(outcome).isEqualTo("2000 appended, 2000 read");
    }
}
