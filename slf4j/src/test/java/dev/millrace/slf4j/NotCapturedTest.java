package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;

class NotCapturedTest {
    private final RecordingTarget target = RecordingTarget.withCaller();

    private static Stream<Consumer<Logger>> calls() {
        return Stream.of(
                logger -> logger.info("x"),
                logger -> logger.info("x {}", 1),
                logger -> logger.info("x {} {} {}", 1, 2, 3),
                logger -> logger.atInfo().log("x"),
                logger -> logger.makeLoggingEventBuilder(Level.INFO).log("x"));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void I9_shouldCountAndNotThrowWhereTheSnapshotOfTheMdcRunsOutOfMemory(Consumer<Logger> call) {
        MillraceMdcAdapter mdc = new MillraceMdcAdapter(map -> {
            throw new OutOfMemoryError("Java heap space");
        });
        mdc.put("user", "ann");
        Logger logger = target.newLogger("x", mdc);

        assertThatCode(() -> call.accept(logger)).doesNotThrowAnyException();

        assertThat(target.calls()).isEmpty();
        assertThat(target.notCaptured()).isOne();
    }

    @Test
    void I9_shouldCountAndNotThrowWhereTheTextOfAMarkerRunsOutOfMemory() {
        Logger logger = target.newLogger("x");
        Marker marker = (Marker) Proxy.newProxyInstance(
                Marker.class.getClassLoader(), new Class<?>[] {Marker.class}, (proxy, method, args) -> {
                    throw new OutOfMemoryError("Java heap space");
                });

        assertThatCode(() -> logger.info(marker, "x")).doesNotThrowAnyException();

        assertThat(target.notCaptured()).isOne();
    }
}
