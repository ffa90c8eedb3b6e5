package dev.millrace.core.filter;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.filter.LevelFilter;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterAttachableImpl;
import ch.qos.logback.core.spi.FilterReply;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.event.Levels;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FilterChainTest {
    private static final int[] LEVELS = {Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR};

    @Test
    void shouldDecideAsLogbackDoesForGeneratedChains() {
        Random random = new Random(5);
        LoggerContext context = new LoggerContext();
        for (int round = 0; round < 500; round++) {
            List<FilterPlan> plans = new ArrayList<>();
            FilterAttachableImpl<ILoggingEvent> chain = new FilterAttachableImpl<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                int level = LEVELS[random.nextInt(LEVELS.length)];
                if (random.nextBoolean()) {
                    plans.add(new FilterPlan.Threshold(level));
                    ThresholdFilter filter = new ThresholdFilter();
                    filter.setLevel(Levels.name(level));
                    chain.addFilter(started(filter));
                } else {
                    FilterPlan.Reply onMatch = FilterPlan.Reply.values()[random.nextInt(3)];
                    FilterPlan.Reply onMismatch = FilterPlan.Reply.values()[random.nextInt(3)];
                    plans.add(new FilterPlan.Level(level, onMatch, onMismatch));
                    LevelFilter filter = new LevelFilter();
                    filter.setLevel(Level.toLevel(Levels.name(level)));
                    filter.setOnMatch(FilterReply.valueOf(onMatch.name()));
                    filter.setOnMismatch(FilterReply.valueOf(onMismatch.name()));
                    chain.addFilter(started(filter));
                }
            }
            FilterChain compiled = new FilterChain(plans);
            for (int level : LEVELS) {
                LoggingEvent event = new LoggingEvent(
                        "x", context.getLogger("a"), Level.toLevel(Levels.name(level)), "m", null, null);
                assertThat(compiled.mayAccept(level))
                        .as("%s at %d", plans, level)
                        .isEqualTo(chain.getFilterChainDecision(event) != FilterReply.DENY);
            }
        }
    }

    private static Filter<ILoggingEvent> started(Filter<ILoggingEvent> filter) {
        filter.start();
        return filter;
    }
}
