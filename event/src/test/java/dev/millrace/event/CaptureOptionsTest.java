package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaptureOptionsTest {
    private final Dictionary dictionary = Dictionary.inMemory();

    @Test
    void shouldNumberEventsFromOne() {
        EventCapture capture = capture(new CaptureOptions(true, false));

        assertThat(captured(capture, null, null).sequenceNumber()).isEqualTo(1);
        assertThat(captured(capture, null, new Exception()).sequenceNumber()).isEqualTo(2);
        assertThat(captured(capture(CaptureOptions.NONE), null, null).sequenceNumber())
                .isZero();
    }

    @Test
    void shouldKeepTheCallersInOrder() {
        StackTraceElement caller = new StackTraceElement("A", "a", "A.java", 1);
        StackTraceElement outer = new StackTraceElement("B", "b", null, 2);
        StackTraceElement outermost = new StackTraceElement("C", "c", "C.java", -2);
        EventDetails details = new EventDetails(null, null, null, caller, 0, null, List.of(outer, outermost));

        LogEvent event = captured(capture(new CaptureOptions(true, true)), details, null);

        assertThat(event.caller()).isEqualTo(caller);
        assertThat(event.callers()).containsExactly(caller, outer, outermost);
        assertThat(event.sequenceNumber()).isEqualTo(1);
    }

    @Test
    void shouldSayWhereTheClassesOfFramesComeFrom() {
        Exception thrown = new Exception("x");
        thrown.setStackTrace(new StackTraceElement[] {
            new StackTraceElement(Fixture.class.getName(), "a", "Fixture.java", 1),
            new StackTraceElement(Test.class.getName(), "b", "Test.java", 1),
            new StackTraceElement("java.lang.String", "c", "String.java", 1),
            new StackTraceElement("no.such.Thing", "d", null, 1)
        });

        assertThat(captured(capture(new CaptureOptions(false, true)), null, thrown)
                        .thrown()
                        .packaging())
                .satisfiesExactly(
                        own -> assertThat(own).isEqualTo("test-classes/:na"),
                        junit -> assertThat(junit).matches("junit-jupiter-api-[0-9.]+\\.jar:[0-9.]+"),
                        jdk -> assertThat(jdk).isEqualTo("na:na"),
                        none -> assertThat(none).isEqualTo("na:na"));
        assertThat(captured(capture(CaptureOptions.NONE), null, thrown).thrown().packaging())
                .isEmpty();
    }

    @Test
    void shouldAskAClassLoaderOfTheApplicationAndSurviveIt() {
        Exception thrown = new Exception("x");
        thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement("no.such.Thing", "d", null, 1)});
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) {
                throw new IllegalStateException(name);
            }
        });
        try {
            assertThat(captured(capture(new CaptureOptions(false, true)), null, thrown)
                            .thrown()
                            .packaging())
                    .containsExactly("na:na");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private EventCapture capture(CaptureOptions options) {
        return new EventCapture(dictionary, new EventClock(), 1 << 16, options);
    }

    private LogEvent captured(EventCapture capture, EventDetails details, Throwable thrown) {
        EventEncoder encoder =
                capture.encode(0, "logger", Levels.INFO, 1, "m", 0, null, null, null, thrown, null, details);
        byte[] bytes = Arrays.copyOf(encoder.bytes(), encoder.length());
        capture.release(encoder);
        LogEvent event = new LogEvent(dictionary);
        assertThat(event.wrap(bytes, 0, bytes.length)).isTrue();
        return event;
    }
}
