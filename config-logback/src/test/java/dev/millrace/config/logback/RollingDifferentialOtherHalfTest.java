package dev.millrace.config.logback;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** See {@link RollingDifferential}. */
@Timeout(1200)
class RollingDifferentialOtherHalfTest {
    @TempDir
    Path dir;

    @Test
    void shouldLeaveTheFilesThatLogbackLeaves() throws Exception {
        RollingDifferential.assertSameFiles(dir, 1);
    }
}
