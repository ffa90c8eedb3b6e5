package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.FullQueueTargets.Runs;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FullQueueTargetsTest {
    private final Results results = new Results();
    private final Runs own = new Runs(Backend.MILLRACE, "Millrace");

    @Test
    void shouldCompareTheLossWithItsCountRunByRun() {
        Runs spent = new Runs(Backend.MILLRACE, "Millrace, spent");
        run(spent, 100, 5, 9);
        run(spent, 100, 7, 7);
        run(spent, 100, 9, 5);

        FullQueueTargets.judge(List.of(spent), results);

        assertThat(verdicts()).containsPattern("counted, Millrace, spent .*21 of 21, equal in 1 of 3 +MISSED");
    }

    @Test
    void shouldMeasureItselfWithEveryRivalAndWithThoseThatLoseNothing() {
        run(own, 300, 0, 0);
        Runs discards = new Runs(Backend.LOG4J2_NOFLUSH, "discards");
        run(discards, 200, 1, 0);
        Runs blocks = new Runs(Backend.LOG4J2_NOFLUSH, "blocks");
        run(blocks, 400, 0, 0);
        Runs never = new Runs(Backend.TINYLOG, "did not get through");

        assertThat(FullQueueTargets.judge(List.of(own, discards, blocks, never), results))
                .isTrue();

        assertThat(verdicts())
                .containsPattern("against every rival +below 200 ns \\(discards\\) +300 ns +MISSED")
                .containsPattern("against every rival that loses nothing +below 400 ns \\(blocks\\) +300 ns +met");
    }

    @Test
    void shouldAddUpWhatIsLostOrWrongInAnyRun() {
        run(own, 300, 0, 0);
        run(own, 300, 2, 2);
        own.figures().add(Map.of("callersNsPerCall", 300.0, "lost", 0.0, "counted", 0.0, "wrong", 1.0));

        assertThat(FullQueueTargets.judge(List.of(own), results)).isFalse();

        assertThat(verdicts())
                .containsPattern("lost while the budget lasts +0 +2 +MISSED")
                .containsPattern("out of order, Millrace +0 +1 +MISSED");
    }

    private static void run(Runs row, double callersNs, double lost, double counted) {
        row.figures().add(Map.of("callersNsPerCall", callersNs, "lost", lost, "counted", counted, "wrong", 0.0));
    }

    private String verdicts() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        results.printVerdicts(AbstractBenchTest.print(printed));
        return AbstractBenchTest.text(printed);
    }
}
