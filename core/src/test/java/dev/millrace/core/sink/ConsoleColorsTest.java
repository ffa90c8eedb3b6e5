package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.SinkPlan;
import java.io.FileDescriptor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleColorsTest {
    private final StandardStream pipe = new StandardStream(1, FileDescriptor.out, System.out, StreamKind.PIPE);

    @Test
    void shouldPrintColoursWhereverItLeadsUnlessSomebodySaysOtherwise() {
        assertThat(reason(false, Map.of())).isNull();
        assertThat(reason(false, Map.of("NO_COLOR", "", "TERM", "xterm"))).isNull();
    }

    @Test
    void shouldPrintNoneWhereTheUserWantsNone() {
        assertThat(reason(false, Map.of("NO_COLOR", "1"))).isEqualTo("NO_COLOR is set");
        assertThat(reason(false, Map.of("TERM", "dumb"))).isEqualTo("TERM is dumb");
    }

    @Test
    void shouldPrintNoneIntoWhatIsNoTerminalWhereJansiIsAskedFor() {
        assertThat(reason(true, Map.of())).contains("no terminal", "Jansi");
    }

    private String reason(boolean jansi, Map<String, String> environment) {
        SinkPlan.ConsoleSink plan = new SinkPlan.ConsoleSink(
                "C", new LayoutPlan.Pattern("%m", "test"), StandardCharsets.UTF_8, List.of(), false, jansi);
        return ConsoleColors.reasonAgainst(plan, pipe, environment.get("NO_COLOR"), environment.get("TERM"));
    }
}
