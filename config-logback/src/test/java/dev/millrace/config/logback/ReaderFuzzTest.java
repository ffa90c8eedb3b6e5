package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.config.logback.report.RecordingReport;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.RoutePlan;
import dev.millrace.core.plan.SinkPlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReaderFuzzTest {
    private static final int ROUNDS = Integer.getInteger("millrace.test.fuzz.rounds", 10_000);
    private static final String[] FRAGMENTS = {
        "${",
        "}",
        ":-",
        "${a}",
        "\u0000",
        "<",
        "</",
        "/>",
        "&",
        "\"",
        "%",
        "%d{",
        "INHERITED",
        "NULL",
        "ROOT",
        "ref",
        "class=\"\"",
        "name=\"\"",
        "<appender ",
        "<property name=\"a\" value=\"${a}${a}\"/>",
        "<appender-ref ref=\"A\"/>",
        "<if condition='p(\"a\").equals(\"",
        "<if>",
        "</if>",
        "<then>",
        "</then><else>",
        "</else>",
        "<condition class=\"",
        "<include resource=\"included/part.xml\"/>",
        "<include file=\"",
        "<define name=\"a\" class=\""
    };

    /** I7: whatever stands in the file, there is a plan that holds together. */
    @Test
    @Timeout(240)
    void i7ShouldAlwaysMakeAPlan() throws Exception {
        List<String> seeds = new ArrayList<>();
        for (Path file : LogbackDifferentialTest.corpus()) {
            seeds.add(Files.readString(file));
        }
        Random random = new Random(20261121);
        int usable = 0;
        for (int i = 0; i < ROUNDS; i++) {
            String seed = random.nextInt(3) == 0
                    ? ConfigurationGenerator.configuration(random, "logs")
                    : seeds.get(random.nextInt(seeds.size()));
            byte[] bytes = mutated(seed, seeds, random).getBytes(StandardCharsets.UTF_8);

            Plan plan = new LogbackPlanReader(new FakeSurroundings())
                    .read(bytes, "logback.xml", false, null, new RecordingReport());

            assertHoldsTogether(plan);
            if (!plan.loggers().isEmpty()) {
                usable++;
            }
        }
        assertThat(usable).isGreaterThan(ROUNDS / 50);
    }

    static String mutated(String seed, List<String> seeds, Random random) {
        StringBuilder text = new StringBuilder(seed);
        for (int i = random.nextInt(5); i >= 0 && !text.isEmpty(); i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(6)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.setCharAt(at, (char) (' ' + random.nextInt(96)));
                case 2 -> text.insert(at, FRAGMENTS[random.nextInt(FRAGMENTS.length)]);
                case 3 -> text.delete(at, Math.min(text.length(), at + random.nextInt(40)));
                case 4 -> {
                    String other = seeds.get(random.nextInt(seeds.size()));
                    int from = random.nextInt(other.length());
                    text.insert(at, other, from, Math.min(other.length(), from + random.nextInt(200)));
                }
                default -> {
                    int open = text.indexOf("<", at);
                    int close = open < 0 ? -1 : text.indexOf(">", open);
                    if (close > 0) {
                        text.delete(open, close + 1);
                    }
                }
            }
        }
        return text.toString();
    }

    static void assertHoldsTogether(Plan plan) {
        Set<String> sinks = new HashSet<>();
        for (SinkPlan sink : plan.sinks()) {
            assertThat(sinks.add(sink.name())).as("two sinks " + sink.name()).isTrue();
        }
        for (RoutePlan route : plan.routes()) {
            assertThat(sinks).contains(route.sink());
        }
        for (RoutePlan route : plan.routes()) {
            assertThat(sinks.add(route.name())).as("two ways " + route.name()).isTrue();
        }
        assertThat(sinks).containsAll(plan.root().sinks());
        assertThat(plan.root().level()).isNotNull();
        Set<String> loggers = new HashSet<>();
        plan.loggers().forEach(logger -> {
            assertThat(loggers.add(logger.name()))
                    .as("two loggers " + logger.name())
                    .isTrue();
            assertThat(sinks).containsAll(logger.sinks());
        });
    }
}
