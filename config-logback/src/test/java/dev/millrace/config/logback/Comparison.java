package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.config.logback.report.RecordingReport;
import dev.millrace.config.logback.source.Surroundings;
import dev.millrace.core.plan.Plan;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Gives generated configurations to Millrace and to Logback; few may differ, and only as the guide says. */
final class Comparison {
    private final Function<byte[], String> oracle;
    private final Function<byte[], String> statuses;
    private int compared;
    private int different;

    Comparison(Function<byte[], String> oracle, Function<byte[], String> statuses) {
        this.oracle = oracle;
        this.statuses = statuses;
    }

    /** {@code all}: the text with all that it includes. */
    void compare(String text, String all) {
        byte[] xml = text.getBytes(StandardCharsets.UTF_8);
        RecordingReport report = new RecordingReport();
        Plan plan = new LogbackPlanReader(new Surroundings()).read(xml, "logback.xml", false, null, report);
        String understood = PlanDescription.of(plan);
        String expected = oracle.apply(xml);
        compared++;
        if (!understood.equals(expected) && LeftOutProperties.isIn(all, report.messages())) {
            different++;
            return;
        }

        assertThat(understood)
                .as(() -> text + "\n" + String.join("\n", report.messages()) + "\n" + statuses.apply(xml))
                .isEqualTo(expected);
    }

    void end() {
        assertThat(different).isLessThanOrEqualTo(compared / 100);
    }
}
