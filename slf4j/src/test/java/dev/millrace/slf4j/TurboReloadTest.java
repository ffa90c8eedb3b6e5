package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.Engine;
import dev.millrace.core.Reloads;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.PatternSettings;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

@Timeout(60)
class TurboReloadTest {
    private static final TurboFilterPlan BOB_IN_DETAIL = new TurboFilterPlan.DynamicThreshold(
            "user", Map.of("bob", Levels.DEBUG), Levels.ERROR, Reply.ACCEPT, Reply.NEUTRAL);
    private static final TurboFilterPlan NOT_BOB =
            new TurboFilterPlan.MdcValue("user", "bob", Reply.DENY, Reply.NEUTRAL);
    private static final TurboFilterPlan ONCE = new TurboFilterPlan.Duplicate(0, 10);

    @TempDir
    Path dir;

    private final MillraceMdcAdapter mdc = new MillraceMdcAdapter();
    private Engine engine;
    private Logger logger;

    @BeforeEach
    void start() {
        engine = Reloads.start(plan(Levels.INFO), new StatusLog());
        logger = newFactory().getLogger("a");
    }

    private MillraceLoggerFactory newFactory() {
        return new MillraceLoggerFactory(new EngineTarget(engine), mdc);
    }

    private Plan plan(int rootLevel, TurboFilterPlan... filters) {
        SinkPlan file = new SinkPlan.FileSink(
                "FILE",
                new LayoutPlan.Pattern("%m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(),
                dir.resolve("a.log"),
                true);
        return new Plan(
                "test",
                "test",
                new LoggerPlan("ROOT", rootLevel, true, List.of("FILE")),
                List.of(),
                List.of(file),
                Map.of("millrace.journal.dir", dir.toString()),
                Plan.OverflowWish.NONE,
                false,
                false,
                PatternSettings.NONE,
                Plan.JulLevels.UNTOUCHED,
                List.of(filters));
    }

    private List<String> logged() throws IOException {
        engine.close();
        return Files.readAllLines(dir.resolve("a.log"));
    }

    @Test
    void shouldAskTheFiltersOfThePlanThatRuns() throws IOException {
        mdc.put("user", "bob");
        logger.debug("before");

        Reloads.reload(engine, plan(Levels.INFO, BOB_IN_DETAIL));
        assertThat(logger.isDebugEnabled()).isTrue();
        assertThat(logger.isTraceEnabled()).isFalse();
        logger.debug("in detail");
        logger.trace("not in that detail");

        Reloads.reload(engine, plan(Levels.INFO, NOT_BOB));
        assertThat(logger.isErrorEnabled()).isFalse();
        logger.error("not of bob");
        mdc.put("user", "eve");
        logger.info("of eve");
        logger.debug("of eve, in detail");

        Reloads.reload(engine, plan(Levels.INFO));
        mdc.put("user", "bob");
        assertThat(logger.isInfoEnabled()).isTrue();
        assertThat(logger.isDebugEnabled()).isFalse();
        logger.info("of bob");
        logger.debug("without filters");

        assertThat(logged()).containsExactly("in detail", "of eve", "of bob");
    }

    @Test
    void i9_shouldAskAMapThatHoldsOtherThingsThanStrings() throws IOException {
        TurboFilterPlan ofFortyTwo = new TurboFilterPlan.DynamicThreshold(
                "user", Map.of("42", Levels.DEBUG), Levels.ERROR, Reply.ACCEPT, Reply.NEUTRAL);
        TurboFilterPlan notSeven = new TurboFilterPlan.MdcValue("user", "7", Reply.DENY, Reply.NEUTRAL);
        Reloads.reload(engine, plan(Levels.INFO, notSeven, ofFortyTwo));

        mdc.setContextMap(raw(42));
        assertThat(logger.isDebugEnabled()).isTrue();
        logger.atDebug().log("of 42");
        mdc.setContextMap(raw(7));
        assertThat(logger.isErrorEnabled()).isFalse();
        logger.error("of 7");

        assertThat(logged()).containsExactly("of 42");
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // as applications do that hand a map through
    private static Map<String, String> raw(Object user) {
        return (Map) Map.of("user", user);
    }

    @Test
    void shouldRememberMessagesAsLongAsTheFiltersStayTheSame() throws IOException {
        Reloads.reload(engine, plan(Levels.INFO, ONCE));
        logger.info("again and again");

        Reloads.reload(engine, plan(Levels.DEBUG, ONCE));
        logger.info("again and again");
        logger.debug("only debug");

        Reloads.reload(engine, plan(Levels.DEBUG, ONCE, NOT_BOB));
        logger.info("again and again");

        assertThat(logged()).containsExactly("again and again", "only debug", "again and again");
    }
}
