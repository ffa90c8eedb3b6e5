package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.millrace.core.status.StatusCode;
import dev.millrace.event.Levels;
import dev.millrace.event.MdcSnapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.SLF4JServiceProvider;

@ResourceLock(Resources.SYSTEM_ERR)
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class MillraceServiceProviderTest {
    static Stream<Throwable> failures() {
        return Stream.of(
                new IllegalStateException("no engine"),
                new NoClassDefFoundError("dev/millrace/core/Engine"),
                new ExceptionInInitializerError("static"),
                new UnsupportedOperationException(),
                new StackOverflowError());
    }

    @Test
    void shouldBeFoundAsAService() {
        assertThat(ServiceLoader.load(SLF4JServiceProvider.class).stream().map(ServiceLoader.Provider::type))
                .contains(MillraceServiceProvider.class);
    }

    @Test
    void shouldHaveMdcAndMarkersBeforeItIsInitialized() {
        MillraceServiceProvider provider = new MillraceServiceProvider();

        assertThat(provider.getMDCAdapter()).isInstanceOf(MillraceMdcAdapter.class);
        assertThat(provider.getMarkerFactory().getMarker("A")).isNotNull();
        assertThat(provider.getRequestedApiVersion()).startsWith("2.0.");
        assertThat(provider.getLoggerFactory().getLogger("early")).isNotNull();
    }

    @Test
    void shouldLogWithTheMdcThatItGaveToSlf4j() {
        RecordingTarget target = RecordingTarget.withThreshold(Levels.INFO);
        MillraceServiceProvider provider = new MillraceServiceProvider(loader -> target);

        provider.getMDCAdapter().put("user", "42");
        provider.initialize();
        provider.getLoggerFactory().getLogger("a").info("x");

        assertThat(target.takeOnly().mdc()).isEqualTo(MdcSnapshot.encode(Map.of("user", "42")));
    }

    @Test
    void shouldStartOnce() {
        List<ClassLoader> starts = new ArrayList<>();
        MillraceServiceProvider provider = new MillraceServiceProvider(loader -> {
            starts.add(loader);
            return RecordingTarget.withThreshold(Levels.INFO);
        });

        provider.initialize();
        provider.initialize();

        assertThat(starts).containsExactly(MillraceServiceProvider.class.getClassLoader());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void shouldLogToStandardErrorWhenTheEngineDoesNotStart(Throwable failure) {
        MillraceServiceProvider provider = new MillraceServiceProvider(loader -> {
            throw MillraceServiceProviderTest.<RuntimeException>sneaky(failure);
        });

        String printed = standardErrorOf(() -> {
            provider.initialize();
            Logger logger = provider.getLoggerFactory().getLogger("com.example.Shop");
            logger.error("order {} failed", 42, new IllegalArgumentException("no stock"));
            logger.debug("hidden");
            logger.atInfo().addKeyValue("k", "v").log("fluent");
        });

        assertThat(printed)
                .contains("millrace ERROR MR502", failure.getClass().getName())
                .contains("ERROR com.example.Shop - order 42 failed", "IllegalArgumentException: no stock")
                .contains("fluent")
                .doesNotContain("hidden");
        assertThat(provider.getLoggerFactory().getLogger("a"))
                .isSameAs(provider.getLoggerFactory().getLogger("a"));
    }

    @Test
    void shouldReportASecondProvider() {
        RecordingTarget target = RecordingTarget.withThreshold(Levels.INFO);

        new MillraceServiceProvider(loader -> target).initialize();

        // Logback is on the class path of these tests.
        assertThat(target.statuses())
                .singleElement()
                .asString()
                .startsWith("WARN MR501: ")
                .contains(MillraceServiceProvider.class.getName(), "ch.qos.logback.classic.spi.LogbackServiceProvider");
    }

    @Test
    void shouldNotReportASecondProviderWhenTheUserHasChosen() {
        RecordingTarget target = RecordingTarget.withThreshold(Levels.INFO);
        System.setProperty(LoggerFactory.PROVIDER_PROPERTY_KEY, MillraceServiceProvider.class.getName());
        try {
            new MillraceServiceProvider(loader -> target).initialize();
        } finally {
            System.clearProperty(LoggerFactory.PROVIDER_PROPERTY_KEY);
        }

        assertThat(target.statuses()).isEmpty();
    }

    @Test
    void shouldShowItsStatusesAndCloseTheEngine() throws Exception {
        RecordingTarget target = RecordingTarget.withThreshold(Levels.INFO);
        MillraceServiceProvider provider = new MillraceServiceProvider(loader -> target);
        provider.initialize();

        MillraceLoggerFactory factory = (MillraceLoggerFactory) provider.getLoggerFactory();
        target.report(StatusCode.MR501, "told");
        ((AutoCloseable) factory).close();

        assertThat(factory.statuses()).last().isEqualTo("WARN MR501: told");
        assertThat(target.closeCount()).isEqualTo(1);
    }

    @Test
    void shouldNameTheRootLoggerAsLogbackDoes() {
        MillraceLoggerFactory factory = new MillraceLoggerFactory(
                RecordingTarget.withThreshold(Levels.INFO), new MillraceMdcAdapter(map -> new byte[0]));
        Logback logback = new Logback(ch.qos.logback.classic.Level.INFO);

        for (String name : List.of("ROOT", "root", "Root", "", "a.b", "a..b", "a.", ".", "a b", "$", "roots")) {
            assertThat(factory.getLogger(name).getName())
                    .isEqualTo(logback.logger(name).getName());
        }
        assertThat(factory.getLogger("root")).isSameAs(factory.getLogger("ROOT"));
        assertThatIllegalArgumentException().isThrownBy(() -> factory.getLogger(null));
    }

    @Test
    void shouldLetObjectsBeSerializedThatHaveALogger() throws Exception {
        MillraceLoggerFactory factory =
                new MillraceLoggerFactory(RecordingTarget.withThreshold(Levels.INFO), new MillraceMdcAdapter());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(factory.getLogger("com.example.Cart"));
        }

        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isSameAs(LoggerFactory.getLogger("com.example.Cart"));
        }
    }

    private static String standardErrorOf(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T sneaky(Throwable failure) throws T {
        throw (T) failure;
    }
}
