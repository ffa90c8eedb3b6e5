package dev.millrace.config.logback.translate;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.layout.TTLLLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class DefaultPlanTest {
    @Test
    void shouldRenderAsLogbackDoesWithoutAConfiguration() {
        LoggerContext context = new LoggerContext();
        TTLLLayout expected = new TTLLLayout();
        expected.setContext(context);
        expected.start();
        PatternLayout ours = new PatternLayout();
        ours.setContext(context);
        ours.setPattern(DefaultPlan.PATTERN);
        ours.start();
        for (Level level : new Level[] {Level.TRACE, Level.INFO, Level.ERROR}) {
            String name = "com.example.a.very.long.name.of.a.package.indeed.Service";
            LoggingEvent event = new LoggingEvent(
                    "fqcn", context.getLogger(name), level, "hello {}", new IllegalStateException("x"), new Object[] {1
                    });
            event.setKeyValuePairs(List.of(new KeyValuePair("k", "v"), new KeyValuePair("n", 2)));

            assertThat(ours.doLayout(event)).isEqualTo(expected.doLayout(event));
        }
    }
}
