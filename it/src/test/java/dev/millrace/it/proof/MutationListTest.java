package dev.millrace.it.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.it.harness.Artifact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The proof takes ten minutes: that its list goes with the sources is asked in each build. */
@Timeout(60)
class MutationListTest {
    @Test
    void shouldFindTheTextOfEachRowOnceInItsSource() throws IOException {
        Path root = Artifact.folder().resolve("../../..").toAbsolutePath().normalize();
        List<String> stale = new ArrayList<>();
        for (Mutation mutation : Mutation.all()) {
            Path source =
                    root.resolve(mutation.module()).resolve("src/main/java").resolve(mutation.source());
            if (mutation.apply(Files.readString(source)) == null) {
                stale.add(mutation + ": " + mutation.before());
            }
        }

        assertThat(stale).isEmpty();
    }
}
