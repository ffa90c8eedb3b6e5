package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.LoggingEvent;
import dev.millrace.config.logback.SiftingScript.Event;
import dev.millrace.config.logback.report.RecordingReport;
import dev.millrace.core.Engine;
import dev.millrace.core.Engines;
import dev.millrace.core.LoggerNode;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventDetails;
import dev.millrace.event.MdcSnapshot;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Marker;
import org.slf4j.helpers.BasicMarkerFactory;

/**
 * Real Logback and Millrace sift the same events: every file and every byte.
 *
 * <p>{@code -Dmillrace.sifting.cases=5000 -Dmillrace.sifting.seed=1} runs more, or others.
 */
@Timeout(1200)
class SiftingDifferentialTest {
    private static final int CASES = Integer.getInteger("millrace.sifting.cases", 80);
    private static final long SEED = Long.getLong("millrace.sifting.seed", 9);

    @TempDir
    Path dir;

    @Test
    void shouldLeaveTheFilesThatLogbackLeaves() throws Exception {
        for (int i = 0; i < CASES; i++) {
            long seed = SEED * 1_000_003 + i;
            SiftingScript script = new SiftingScript(new Random(seed));
            Path logback = Files.createDirectories(dir.resolve("logback-" + i));
            Path millrace = Files.createDirectories(dir.resolve("millrace-" + i));

            logback(script, logback);
            millrace(script, millrace);

            assertThat(files(millrace))
                    .as("case %s, seed %s: %s", i, seed, script.xml(millrace))
                    .containsExactlyInAnyOrderEntriesOf(files(logback));
        }
    }

    private static Map<String, String> files(Path home) throws Exception {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> found = Files.walk(home)) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
                String name = home.relativize(file).toString();
                if (!name.contains(".millrace")) {
                    files.put(name, Files.readString(file));
                }
            }
        }
        return files;
    }

    private static void logback(SiftingScript script, Path home) throws Exception {
        LoggerContext context = new LoggerContext();
        context.setName("default");
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(new ByteArrayInputStream(script.xml(home).getBytes(StandardCharsets.UTF_8)));
        BasicMarkerFactory markers = new BasicMarkerFactory();
        Logger logger = context.getLogger("a.b");
        for (Event event : script.events) {
            LoggingEvent made =
                    new LoggingEvent("x", logger, Level.valueOf(event.level()), event.text(), null, new Object[0]);
            made.setTimeStamp(event.millis());
            made.setThreadName("main");
            made.setMDCPropertyMap(mdc(event));
            if (event.marker() != null) {
                made.addMarker(marker(event.marker(), markers));
            }
            if (logger.isEnabledFor(made.getLevel())) {
                logger.callAppenders(made);
            }
        }
        context.stop();
    }

    @SuppressWarnings("deprecation") // markers that refer to others are still in use
    private static Marker marker(String name, BasicMarkerFactory markers) {
        Marker marker = markers.getMarker(name);
        if (name.equals("PARENT") && !marker.hasReferences()) {
            marker.add(markers.getMarker("AUDIT"));
        }
        return marker;
    }

    private static Map<String, String> mdc(Event event) {
        Map<String, String> mdc = new TreeMap<>();
        if (event.otherMdc()) {
            mdc.put("other", "value");
        }
        if (event.value() != null) {
            mdc.put("user", event.value());
        }
        return mdc;
    }

    private static void millrace(SiftingScript script, Path home) {
        Plan plan = new LogbackPlanReader(new FakeSurroundings())
                .read(
                        script.xml(home).getBytes(StandardCharsets.UTF_8),
                        "logback.xml",
                        false,
                        null,
                        new RecordingReport());
        BasicMarkerFactory markers = new BasicMarkerFactory();
        try (Engine engine = Engines.start(plan, new StatusLog())) {
            LoggerNode logger = engine.logger("a.b");
            for (Event event : script.events) {
                int level = Level.valueOf(event.level()).toInt() / 1000;
                if (logger.isWanted(level)) {
                    Map<String, String> mdc = mdc(event);
                    List<String> texts = event.marker() == null
                            ? null
                            : List.of(marker(event.marker(), markers).toString());
                    EventDetails details = new EventDetails(texts, null, null, null, event.millis() * 1000, "main");
                    engine.log(
                            logger,
                            level,
                            event.text(),
                            0,
                            null,
                            null,
                            null,
                            null,
                            mdc.isEmpty() ? null : MdcSnapshot.encode(mdc),
                            details);
                }
            }
        }
    }
}
