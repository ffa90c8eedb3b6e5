package dev.millrace.core.route;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LoggerTreeTest {
    private static final int SINKS = 3;
    private static final Integer[] LEVELS = {
        null, Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR, Levels.OFF, Levels.ALL
    };
    private static final String[] PARTS = {"a", "b", "com", "Foo", "", "ROOT", "root"};

    private final Random random = new Random(20261121);

    private String name() {
        StringBuilder name = new StringBuilder(PARTS[random.nextInt(PARTS.length)]);
        for (int i = random.nextInt(4); i > 0; i--) {
            name.append(random.nextInt(4) == 0 ? '$' : '.').append(PARTS[random.nextInt(PARTS.length)]);
        }
        return name.toString();
    }

    private static Level logback(Integer level) {
        if (level == null) {
            return null;
        }
        return Level.toLevel(Levels.name(level));
    }

    @Test
    void shouldAnswerLevelsAndSinksAsLogbackDoes() {
        for (int round = 0; round < 400; round++) {
            Map<String, LoggerPlan> loggers = new LinkedHashMap<>();
            for (int i = random.nextInt(6); i > 0; i--) {
                String name = name();
                if (!LoggerTree.isRoot(name)) {
                    loggers.put(
                            name,
                            new LoggerPlan(
                                    name, LEVELS[random.nextInt(LEVELS.length)], random.nextInt(3) > 0, someSinks()));
                }
            }
            Integer rootLevel = LEVELS[1 + random.nextInt(LEVELS.length - 1)];
            LoggerPlan root = new LoggerPlan("ROOT", rootLevel, true, someSinks());
            LoggerTree tree = new LoggerTree(plan(root, List.copyOf(loggers.values())), new StatusLog());
            LoggerContext context = new LoggerContext();
            List<ListAppender<ILoggingEvent>> appenders = appenders(context);
            configure(context.getLogger("ROOT"), root, appenders);
            for (LoggerPlan logger : loggers.values()) {
                configure(context.getLogger(logger.name()), logger, appenders);
            }

            List<String> asked = new ArrayList<>(loggers.keySet());
            for (int i = 0; i < 10; i++) {
                asked.add(name());
            }
            for (String name : asked) {
                Logger logger = context.getLogger(name);
                assertThat(logback(tree.levelOf(name)))
                        .as("level of %s in %s", name, loggers)
                        .isEqualTo(logger.getEffectiveLevel());
                int[] copies = copies(logger, appenders);
                assertThat(tree.copiesFor(name))
                        .as("copies for %s in %s", name, loggers)
                        .isEqualTo(copies);
                for (int i = 0; i < SINKS; i++) {
                    assertThat(tree.sinksOf(name, Levels.INFO)[i]).isEqualTo(copies[i] > 0);
                }
            }
        }
    }

    private List<String> someSinks() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < SINKS; i++) {
            if (random.nextInt(3) == 0) {
                names.add("s" + i);
            }
        }
        return names;
    }

    private static Plan plan(LoggerPlan root, List<LoggerPlan> loggers) {
        List<SinkPlan> sinks = new ArrayList<>();
        for (int i = 0; i < SINKS; i++) {
            sinks.add(new SinkPlan.ConsoleSink(
                    "s" + i, new LayoutPlan.Pattern("%msg", "test"), StandardCharsets.UTF_8, List.of(), false));
        }
        return new Plan("t", "t", root, loggers, sinks, Map.of(), Plan.OverflowWish.NONE, false, false);
    }

    private static List<ListAppender<ILoggingEvent>> appenders(LoggerContext context) {
        List<ListAppender<ILoggingEvent>> appenders = new ArrayList<>();
        for (int i = 0; i < SINKS; i++) {
            ListAppender<ILoggingEvent> appender = new ListAppender<>();
            appender.setContext(context);
            appender.start();
            appenders.add(appender);
        }
        return appenders;
    }

    private static void configure(Logger logger, LoggerPlan plan, List<ListAppender<ILoggingEvent>> appenders) {
        logger.setLevel(logback(plan.level()));
        logger.setAdditive(plan.additive());
        for (String sink : plan.sinks()) {
            logger.addAppender(appenders.get(sink.charAt(1) - '0'));
        }
    }

    private static int[] copies(Logger logger, List<ListAppender<ILoggingEvent>> appenders) {
        int[] copies = new int[SINKS];
        logger.callAppenders(
                new ch.qos.logback.classic.spi.LoggingEvent("x", logger, Level.ERROR, "message", null, null));
        for (int i = 0; i < SINKS; i++) {
            copies[i] = appenders.get(i).list.size();
            appenders.get(i).list.clear();
        }
        return copies;
    }

    @Test
    void shouldTellOfAReferenceToASinkThatDoesNotExist() {
        StatusLog status = new StatusLog();

        LoggerTree tree = new LoggerTree(plan(new LoggerPlan("ROOT", null, true, List.of("s9")), List.of()), status);

        assertThat(tree.sinksOf("a", Levels.INFO)).containsOnly(false);
        assertThat(tree.levelOf("a")).isEqualTo(Levels.DEBUG);
        assertThat(status.list()).extracting(Status::code).containsExactly(StatusCode.MR311);
    }
}
