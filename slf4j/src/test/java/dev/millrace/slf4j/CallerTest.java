package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.app.CallSites;
import dev.millrace.event.Levels;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.SubstituteLogger;

class CallerTest {
    private final RecordingTarget target = RecordingTarget.withCaller();

    static Stream<CallSites.Site> sites() {
        return CallSites.all();
    }

    @ParameterizedTest
    @MethodSource("sites")
    void shouldFindTheCallerThatLogbackFinds(CallSites.Site site) {
        Logback logback = new Logback(ch.qos.logback.classic.Level.TRACE);
        StackTraceElement[] callers = new StackTraceElement[2];

        // In one statement, so that both have the same stack above it.
        for (int which = 0; which < 2; which++) {
            site.statement().accept(which == 0 ? target.newLogger("a") : logback.logger("a"));
            callers[which] = which == 0 ? target.takeOnly().caller() : Logback.caller(logback.takeOnly());
        }

        assertThat(callers[0]).isNotNull().isEqualTo(callers[1]);
        assertThat(callers[0]).hasToString(callers[1].toString());
    }

    @Test
    void shouldFindTheFirstFrameOutsideWhenTheBoundaryIsUnknown() {
        CallSites.unknownBoundary(target.newLogger("a"));

        StackTraceElement caller = target.takeOnly().caller();
        assertThat(caller.getClassName()).isEqualTo(CallSites.class.getName());
        assertThat(caller.getMethodName()).isEqualTo("unknownBoundary");
    }

    @Test
    void shouldFindTheCallerBehindASubstituteLogger() {
        SubstituteLogger substitute = new SubstituteLogger("a", new ConcurrentLinkedQueue<>(), false);
        substitute.setDelegate(target.newLogger("a"));

        CallSites.all().filter(site -> site.name().equals("message")).forEach(site -> site.statement()
                .accept(substitute));

        assertThat(target.takeOnly().caller().getClassName()).isEqualTo(CallSites.class.getName());
    }

    @ParameterizedTest
    @MethodSource("sites")
    void shouldFindTheFramesBehindTheCallerThatLogbackFinds(CallSites.Site site) {
        RecordingTarget withFour = RecordingTarget.withCallers(4);
        Logback logback = new Logback(ch.qos.logback.classic.Level.TRACE);
        List<StackTraceElement> ours = null;
        List<StackTraceElement> theirs = null;

        for (int which = 0; which < 2; which++) {
            site.statement().accept(which == 0 ? withFour.newLogger("a") : logback.logger("a"));
            if (which == 0) {
                ours = withFour.takeOnly().outerCallers();
            } else {
                theirs = Logback.callers(logback.takeOnly());
            }
        }

        // Frames of reflection, further out, are among Logback's and not among ours.
        assertThat(ours).hasSize(3);
        assertThat(ours.get(0)).isEqualTo(theirs.get(1));
    }

    @Test
    void shouldFindNoMoreFramesThanThereAre() throws Exception {
        RecordingTarget withMany = RecordingTarget.withCallers(8);
        Logger logger = withMany.newLogger("a");
        Thread thread = new Thread(() -> logger.info("x"));
        thread.start();
        thread.join();

        Call call = withMany.takeOnly();
        assertThat(call.caller().getMethodName()).startsWith("lambda$shouldFindNoMoreFramesThanThereAre");
        assertThat(call.outerCallers()).isNotEmpty().hasSizeLessThan(7);
        assertThat(call.outerCallers().get(0).getClassName()).isEqualTo(Thread.class.getName());
    }

    @Test
    void shouldFindTheCallerOfAReflectiveCall() throws Exception {
        Logger.class.getMethod("info", String.class).invoke(target.newLogger("a"), "x");

        assertThat(target.takeOnly().caller().getClassName()).isEqualTo(CallerTest.class.getName());
    }

    @Test
    void shouldKeepMarkersBesideTheCaller() {
        target.newLogger("a").info(new BasicMarkerFactory().getMarker("AUDIT"), "x");

        Call call = target.takeOnly();
        assertThat(call.caller().getMethodName()).isEqualTo("shouldKeepMarkersBesideTheCaller");
        assertThat(call.markers()).containsExactly("AUDIT");
    }

    @Test
    void i4_shouldNotLookForACallerThatNobodyPrints() {
        RecordingTarget plain = RecordingTarget.withThreshold(Levels.TRACE);

        CallSites.all().forEach(site -> site.statement().accept(plain.newLogger("a")));

        assertThat(plain.calls()).isNotEmpty().extracting(Call::details).satisfies(details -> assertThat(details)
                .filteredOn(present -> present != null)
                .allSatisfy(present -> assertThat(present.caller()).isNull()));
    }
}
