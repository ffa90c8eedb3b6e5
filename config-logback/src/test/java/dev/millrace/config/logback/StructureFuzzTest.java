package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.config.logback.StructureGenerator.Conditions;
import dev.millrace.config.logback.report.RecordingReport;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** I7: whatever stands in the files, there is a plan that holds together, and each message names a file and a line. */
class StructureFuzzTest {
    private static final int ROUNDS = Integer.getInteger("millrace.test.fuzz.structures", 1_500);
    private static final Pattern PLACED = Pattern.compile("(?s)MR4\\d\\d \\S+:\\d+(:\\d+)?: .+");

    @TempDir
    Path directory;

    @Test
    @Timeout(240)
    void i7ShouldMakeAPlanOfBrokenInclusionsAndConditions() throws IOException {
        Random random = new Random(20261121);
        int included = 0;
        for (int i = 0; i < ROUNDS; i++) {
            Path place = directory.resolve("r" + i);
            Conditions conditions = Conditions.values()[i % 2];
            String text = ConfigurationGenerator.structured(
                    random, place, new StructureGenerator(random, place, conditions, false));
            List<Path> parts = parts(place);
            for (Path part : parts) {
                breakSometimes(part, parts, random);
            }
            String broken = random.nextInt(3) == 0 ? text : ReaderFuzzTest.mutated(text, List.of(text), random);

            RecordingReport report = new RecordingReport();
            Plan plan = new LogbackPlanReader(new FakeSurroundings())
                    .read(broken.getBytes(StandardCharsets.UTF_8), "logback.xml", false, null, report);

            ReaderFuzzTest.assertHoldsTogether(plan);
            assertThat(report.messages())
                    .as(broken)
                    .filteredOn(message -> !message.startsWith("MR401"))
                    .allMatch(message -> PLACED.matcher(message).matches());
            if (report.messages().stream().anyMatch(message -> message.contains(".inc:"))) {
                included++;
            }
        }
        assertThat(included).isGreaterThan(ROUNDS / 20);
    }

    private static List<Path> parts(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(file -> file.toString().endsWith(".inc")).toList();
        }
    }

    private static void breakSometimes(Path part, List<Path> parts, Random random) throws IOException {
        String text = Files.readString(part);
        switch (random.nextInt(6)) {
            case 0 -> Files.writeString(part, ReaderFuzzTest.mutated(text, List.of(text), random));
            case 1 -> {
                Path other = parts.get(random.nextInt(parts.size()));
                Files.writeString(part, text.replaceFirst(">", "><include file='" + other + "'/>"));
            }
            case 2 -> Files.write(part, new byte[] {(byte) 0xFF, (byte) 0xFE, (byte) random.nextInt()});
            default -> {
                // As it is.
            }
        }
    }

    @Test
    @Timeout(60)
    void i7ShouldEndWhateverIsNestedOrMultiplied() {
        String[] contents = {
            "<if condition='true'><then>".repeat(90) + "</then></if>".repeat(90),
            "<if condition='true'><then>".repeat(300) + "</then></if>".repeat(300),
            "<if condition='true'>".repeat(190) + "</if>".repeat(190),
            "<if condition='" + "(".repeat(5_000) + "'><then/></if>",
            "<if condition='" + "!".repeat(9_000) + "true'><then/></if>",
            "<if condition='" + "true&amp;&amp;".repeat(1_000) + "true'><then/></if>",
            "<property name='a' value='${b}'/><property name='b' value='${a}'/><if condition='${a}'><then/></if>",
            "<property name='x' value='${x}${x}'/>".repeat(1_000) + "<if condition='${x}'><then/></if>",
            "<condition class='ch.qos.logback.core.boolex.IsPropertyNullCondition'><key>a</key></condition>"
                    .repeat(5_000),
            "<include file='${x:-${x:-${x:-'/>",
            "<include resource='../../../../etc/passwd'/><include file='/etc/passwd'/><include file='\u00A0'/>",
            "<include url='classpath:'/><include url='classpath:/'/><include url='x:y'/><include url='file:relative'/>",
            "<define name='a' class='ch.qos.logback.core.property.FileExistsPropertyDefiner'><path>&#xFFFD;</path></define>"
        };
        for (String content : contents) {
            RecordingReport report = new RecordingReport();
            byte[] xml = ("<configuration>" + content + "</configuration>").getBytes(StandardCharsets.UTF_8);

            Plan plan = new LogbackPlanReader(new FakeSurroundings()).read(xml, "logback.xml", false, null, report);

            ReaderFuzzTest.assertHoldsTogether(plan);
            assertThat(report.messages())
                    .filteredOn(message -> !message.startsWith("MR401"))
                    .isNotEmpty()
                    .allMatch(message -> PLACED.matcher(message).matches());
        }
    }

    @Test
    @Timeout(60)
    void i7ShouldReadNothingThatEntitiesOfAnIncludedFileName() throws IOException {
        Path part = Files.writeString(
                directory.resolve("bomb.inc"),
                """
                <!DOCTYPE included [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "/etc/passwd">]>
                <included><logger name="&b;" level="INFO"/><logger name="&f;" level="WARN"/></included>
                """);
        RecordingReport report = new RecordingReport();
        byte[] xml = ("<configuration><include file='" + part + "'/></configuration>").getBytes(StandardCharsets.UTF_8);

        Plan plan = new LogbackPlanReader(new FakeSurroundings()).read(xml, "logback.xml", false, null, report);

        assertThat(plan.loggers()).extracting(LoggerPlan::name).containsExactly("a".repeat(40), "&f;");
        assertThat(report.messages()).anyMatch(message -> message.startsWith("MR406 " + part + ":2: "));
    }
}
