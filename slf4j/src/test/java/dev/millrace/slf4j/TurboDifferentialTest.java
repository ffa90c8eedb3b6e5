package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.turbo.DuplicateMessageFilter;
import ch.qos.logback.classic.turbo.DynamicThresholdFilter;
import ch.qos.logback.classic.turbo.MDCFilter;
import ch.qos.logback.classic.turbo.MDCValueLevelPair;
import ch.qos.logback.classic.turbo.MarkerFilter;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.spi.FilterReply;
import dev.millrace.core.Nodes;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.event.Levels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.slf4j.event.DefaultLoggingEvent;
import org.slf4j.spi.LoggingEventAware;

/** Generated chains of turbo filters and calls, beside real Logback. */
class TurboDifferentialTest {
    private static final int CASES = 300;
    private static final int CALLS = 200;
    private static final int[] LEVELS = {Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR};
    private static final String[] MESSAGES = {"one {}", "two", "three {} {}", null, "four", "five"};

    private final Marker[] markers = {
        null,
        MarkerFactory.getDetachedMarker("A"),
        MarkerFactory.getDetachedMarker("B"),
        MarkerFactory.getDetachedMarker("C")
    };

    @AfterEach
    void clear() {
        MDC.clear();
    }

    private static Reply reply(Random random) {
        return Reply.values()[random.nextInt(3)];
    }

    @Test
    @SuppressWarnings("deprecation") // markers that refer to others are still in use
    void shouldDecideAboutEveryCallAsLogbackDoes() {
        markers[3].add(markers[1]);
        for (int i = 0; i < CASES; i++) {
            Random random = new Random(i);
            MDC.clear();
            List<TurboFilterPlan> plans = new ArrayList<>();
            LoggerContext context = new LoggerContext();
            for (int filters = 1 + random.nextInt(3); filters > 0; filters--) {
                add(random, plans, context);
            }
            int level = LEVELS[random.nextInt(LEVELS.length)];
            ListAppender<ILoggingEvent> logged = new ListAppender<>();
            logged.start();
            ch.qos.logback.classic.Logger oracle = context.getLogger("a");
            oracle.setLevel(Level.toLevel(Levels.name(level)));
            oracle.addAppender(logged);
            MillraceMdcAdapter mdc = new MillraceMdcAdapter();
            RecordingTarget target = RecordingTarget.withThreshold(level);
            target.turboFilters(plans);
            MillraceLogger subject = new MillraceLogger(
                    Nodes.turboFiltered("a", level),
                    target,
                    mdc,
                    new MarkerTexts(),
                    new MillraceLoggerFactory(target, mdc));

            for (int call = 0; call < CALLS; call++) {
                change(random, mdc);
                long seed = random.nextLong();
                boolean expected = call(new Random(seed), oracle, markers);
                boolean actual = call(new Random(seed), subject, markers);
                assertThat(actual).as("case %s call %s: %s", i, call, plans).isEqualTo(expected);
                assertThat(target.calls())
                        .as("case %s call %s: %s", i, call, plans)
                        .hasSize(logged.list.size());
            }
        }
    }

    private static void change(Random random, MillraceMdcAdapter mdc) {
        if (random.nextInt(4) == 0) {
            String value = "v" + random.nextInt(3);
            MDC.put("key", value);
            mdc.put("key", value);
        } else if (random.nextInt(10) == 0) {
            MDC.remove("key");
            mdc.remove("key");
        }
    }

    private static boolean call(Random random, Logger logger, Marker[] markers) {
        Marker marker = markers[random.nextInt(markers.length)];
        String message = MESSAGES[random.nextInt(MESSAGES.length)];
        org.slf4j.event.Level level = org.slf4j.event.Level.values()[random.nextInt(5)];
        switch (random.nextInt(14)) {
            case 0 -> {
                return logger.isEnabledForLevel(level);
            }
            case 1 -> {
                return logger.isDebugEnabled();
            }
            case 2 -> {
                return logger.isInfoEnabled(marker);
            }
            case 3 -> {
                return logger.isWarnEnabled(marker);
            }
            case 4 -> logger.debug(message);
            case 5 -> logger.info(message, 1);
            case 6 -> logger.trace(message, 1, 2);
            case 7 -> logger.warn(message, 1, 2, 3);
            case 8 -> logger.error(message, new Exception());
            case 9 -> logger.info(marker, message);
            case 10 -> logger.debug(marker, message, 1);
            case 11 ->
                logger.atLevel(level)
                        .addMarker(marker == null ? markers[1] : marker)
                        .log(message);
            case 12 -> logger.makeLoggingEventBuilder(level).log(message);
            default -> {
                DefaultLoggingEvent event = new DefaultLoggingEvent(level, logger);
                event.setMessage(message);
                if (marker != null) {
                    event.addMarker(marker);
                }
                ((LoggingEventAware) logger).log(event);
            }
        }
        return false;
    }

    private static void add(Random random, List<TurboFilterPlan> plans, LoggerContext context) {
        Reply yes = reply(random);
        Reply no = reply(random);
        TurboFilter filter;
        switch (random.nextInt(4)) {
            case 0 -> {
                DuplicateMessageFilter duplicates = new DuplicateMessageFilter();
                duplicates.setAllowedRepetitions(random.nextInt(4) - 1);
                duplicates.setCacheSize(1 + random.nextInt(4));
                plans.add(new TurboFilterPlan.Duplicate(duplicates.getAllowedRepetitions(), duplicates.getCacheSize()));
                filter = duplicates;
            }
            case 1 -> {
                DynamicThresholdFilter threshold = new DynamicThresholdFilter();
                Map<String, Integer> levels = new HashMap<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    int level = LEVELS[random.nextInt(LEVELS.length)];
                    levels.put("v" + i, level);
                    MDCValueLevelPair pair = new MDCValueLevelPair();
                    pair.setValue("v" + i);
                    pair.setLevel(Level.toLevel(Levels.name(level)));
                    threshold.addMDCValueLevelPair(pair);
                }
                int otherwise = LEVELS[random.nextInt(LEVELS.length)];
                threshold.setKey("key");
                threshold.setDefaultThreshold(Level.toLevel(Levels.name(otherwise)));
                threshold.setOnHigherOrEqual(FilterReply.valueOf(yes.name()));
                threshold.setOnLower(FilterReply.valueOf(no.name()));
                plans.add(new TurboFilterPlan.DynamicThreshold("key", levels, otherwise, yes, no));
                filter = threshold;
            }
            case 2 -> {
                MDCFilter value = new MDCFilter();
                value.setMDCKey("key");
                value.setValue("v1");
                value.setOnMatch(yes.name());
                value.setOnMismatch(no.name());
                plans.add(new TurboFilterPlan.MdcValue("key", "v1", yes, no));
                filter = value;
            }
            default -> {
                MarkerFilter marker = new MarkerFilter();
                marker.setMarker("A");
                marker.setOnMatch(yes.name());
                marker.setOnMismatch(no.name());
                plans.add(new TurboFilterPlan.HasMarker("A", yes, no));
                filter = marker;
            }
        }
        filter.start();
        context.addTurboFilter(filter);
    }
}
