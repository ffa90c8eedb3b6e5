package dev.millrace.core;

import static dev.millrace.core.EngineTest.awaitLines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventDetails;
import dev.millrace.event.Levels;
import dev.millrace.event.MdcSnapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is redacted is in no byte of the journal, the dictionary, the outbox or the log. */
@Timeout(60)
class RedactionScanTest {
    private static final String SECRET = "hunter2-4711";

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    private Engine engine(Plans plans) {
        return Bootstrap.start(plans.build(), status);
    }

    private Plans plans() {
        return Plans.plan(dir).file("FILE", dir.resolve("app.log"));
    }

    private static void logSecrets(Engine engine) {
        LoggerNode logger = engine.logger("a");
        // Literals that repeat are entered into the dictionary.
        for (int i = 0; i < 10; i++) {
            engine.log(logger, Levels.INFO, "by hand " + SECRET, 0, null, null, null, null, null, null);
        }
        engine.log(logger, Levels.INFO, "pw={}", 1, SECRET, null, null, null, null, null);
        Object[] three = {1, SECRET, new StringBuilder(SECRET)};
        engine.log(logger, Levels.WARN, "{} {} {}", 3, null, null, three, null, null, null);
        engine.log(logger, Levels.ERROR, "failed", 0, null, null, null, new Exception(SECRET), null, null);
        byte[] mdc = MdcSnapshot.encode(Map.of("token", SECRET));
        EventDetails pair = new EventDetails(null, List.of("token"), List.of(SECRET), null, 0, null);
        engine.log(logger, Levels.INFO, "rare parts", 0, null, null, null, null, mdc, pair);
    }

    private List<String> filesWithTheSecret() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(dir)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(SECRET)) {
                    found.add(file.getFileName().toString());
                }
            }
        }
        return found;
    }

    @Test
    void shouldKeepWhatIsRedactedOutOfEveryFile() throws IOException {
        Engine engine =
                engine(plans().with("millrace.redact.keys", "token").with("millrace.redact.patterns", "hunter\\S+"));
        try (engine) {
            logSecrets(engine);
            awaitLines(dir.resolve("app.log"), 14);

            assertThat(filesWithTheSecret()).isEmpty();
        }
        assertThat(Files.readAllLines(dir.resolve("app.log"))).contains("INFO a by hand ****", "INFO a pw=****");
    }

    @Test
    void shouldFindTheSecretWhereNothingIsRedacted() throws IOException {
        Engine engine = engine(plans());
        try (engine) {
            logSecrets(engine);
            awaitLines(dir.resolve("app.log"), 14);

            assertThat(filesWithTheSecret()).contains("app.log", "0.seg");
        }
    }

    @Test
    void shouldNameAPatternThatIsNoneAndKeepTheOthersI7() throws IOException {
        Engine engine = engine(plans().with("millrace.redact.patterns", "hunter\\S+ (unclosed"));
        try (engine) {
            engine.log(engine.logger("a"), Levels.INFO, "pw={}", 1, SECRET, null, null, null, null, null);
        }

        assertThat(Files.readAllLines(dir.resolve("app.log"))).containsExactly("INFO a pw=****");
        assertThat(status.list())
                .filteredOn(told -> told.code() == StatusCode.MR480)
                .singleElement()
                .extracting(Status::message)
                .asString()
                .contains("millrace.redact.patterns", "(unclosed");
    }

    @Test
    void shouldNameAPatternThatGoesAstray() throws IOException {
        Engine engine = engine(plans().with("millrace.redact.patterns", "(a+)+b"));
        try (engine) {
            engine.log(engine.logger("a"), Levels.INFO, "x {}", 1, "a".repeat(5_000), null, null, null, null, null);
        }

        assertThat(Files.readAllLines(dir.resolve("app.log"))).containsExactly("INFO a x ****");
        assertThat(status.list()).extracting(Status::code).containsOnlyOnce(StatusCode.MR481);
    }
}
