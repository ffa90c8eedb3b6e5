package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Throwables have the structure of Logback's own proxies. */
@Timeout(60)
class ThrowableTest {
    private final Fixture fixture = new Fixture(4 << 20);

    @Test
    void shouldHaveTheStructureOfLogbacksProxiesForGeneratedTrees() {
        for (int seed = 0; seed < RandomValues.seeds(500); seed++) {
            Throwable thrown = generate(new Random(seed), new ArrayList<>(), 0);

            CapturedThrowable captured = captured(thrown);

            assertSame("seed " + seed, captured, new ThrowableProxy(thrown));
        }
    }

    private Throwable generate(Random random, List<Throwable> earlier, int depth) {
        if (random.nextInt(4) == 0) {
            return generate(random, earlier, depth, 1); // a frame of its own
        }
        Throwable thrown =
                switch (random.nextInt(5)) {
                    case 0 -> new IOException("io é\uD83D " + random.nextInt(10));
                    case 1 -> new IllegalStateException();
                    case 2 -> new Overriding("own text");
                    case 3 -> new Localized("message");
                    default -> new Error("");
                };
        if (random.nextInt(6) == 0) {
            thrown.setStackTrace(
                    new StackTraceElement[random.nextInt(2)].length == 0
                            ? new StackTraceElement[0]
                            : new StackTraceElement[] {
                                new StackTraceElement("loader", "a.module", "1.2", "a.B", "c", "B.java", 7),
                                new StackTraceElement("", null, "1.2", "a.B", "native", null, -2)
                            });
        }
        earlier.add(thrown);
        if (depth < 5 && random.nextInt(3) > 0) {
            Throwable cause = random.nextInt(5) == 0
                    ? earlier.get(random.nextInt(earlier.size()))
                    : generate(random, earlier, depth + 1);
            if (cause != thrown) {
                thrown.initCause(cause);
            }
        }
        while (depth < 4 && random.nextInt(3) == 0) {
            Throwable suppressed = random.nextInt(5) == 0
                    ? earlier.get(random.nextInt(earlier.size()))
                    : generate(random, earlier, depth + 1);
            if (suppressed != thrown) {
                thrown.addSuppressed(suppressed);
            }
        }
        return thrown;
    }

    private Throwable generate(Random random, List<Throwable> earlier, int depth, int more) {
        return more == 0 ? generate(random, earlier, depth) : generate(random, earlier, depth + 1, more - 1);
    }

    @Test
    void shouldReadFramesBackAsTheyWouldHaveBeenPrinted() throws Exception {
        Throwable thrown = new Exception();
        Object lambda =
                Arrays.asList(1).stream().map(i -> new Exception()).findFirst().get();
        ClassLoader named = new ClassLoader("tenant", getClass().getClassLoader()) {
            @Override
            public Class<?> loadClass(String name) throws ClassNotFoundException {
                if (!name.equals(Thrower.class.getName())) {
                    return super.loadClass(name);
                }
                try (var in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] code = in.readAllBytes();
                    return defineClass(name, code, 0, code.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        };
        var constructor = named.loadClass(Thrower.class.getName()).getDeclaredConstructor();
        constructor.setAccessible(true);
        Throwable foreign = (Throwable) ((java.util.function.Supplier<?>) constructor.newInstance()).get();
        assertThat(foreign.getStackTrace()[0].toString()).startsWith("tenant//");

        for (Throwable each : List.of(thrown, (Throwable) lambda, foreign)) {
            assertThat(captured(each).frames().stream().map(StackTraceElement::toString))
                    .containsExactlyElementsOf(Arrays.stream(each.getStackTrace())
                            .map(StackTraceElement::toString)
                            .toList());
        }
    }

    /** Loaded by a class loader with a name. */
    static final class Thrower implements java.util.function.Supplier<Throwable> {
        @Override
        public Throwable get() {
            return new Exception();
        }
    }

    @Test
    void shouldSurviveThrowablesWhoseMethodsThrow() {
        CapturedThrowable captured = captured(new Hostile());

        assertThat(captured.className()).isEqualTo(Hostile.class.getName());
        assertThat(captured.message()).isEqualTo("[FAILED getMessage()]");
        assertThat(captured.text()).isEqualTo(Hostile.class.getName() + ": [FAILED toString()]");
        assertThat(captured.frames()).isEmpty();
        assertThat(captured.cause()).isNull();
    }

    @Test
    void shouldSurviveTracesWithNullsAndNullTraces() {
        StackTraceElement frame = new StackTraceElement("a.B", "c", "B.java", 1);
        assertThat(captured(new Traced(new StackTraceElement[] {null, frame, null}))
                        .frames())
                .containsExactly(frame);

        assertThat(captured(new Traced(null)).frames()).isEmpty();
    }

    @Test
    void shouldTellTracesApartThatDifferInOneFrame() {
        StackTraceElement[] trace = trace();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < trace.length; i++) {
                StackTraceElement[] other = trace.clone();
                other[i] = new StackTraceElement("another.Type", trace[i].getMethodName(), "Type.java", i);
                for (StackTraceElement[] each : List.of(other, trace, Arrays.copyOf(trace, i))) {
                    Throwable nested = new Exception("outer", new Traced(each));
                    nested.setStackTrace(trace);
                    assertThat(captured(new Traced(each)).frames()).containsExactly(each);
                    assertThat(captured(nested).frames()).containsExactly(trace);
                    assertThat(captured(nested).cause().frames()).isEqualTo(ownFrames(each, trace));
                }
            }
        }
    }

    private static StackTraceElement[] trace() {
        StackTraceElement[] trace = new StackTraceElement[28];
        for (int i = 0; i < trace.length; i++) {
            trace[i] = new StackTraceElement("some.Type" + i, "method" + i, "Type.java", i);
        }
        return trace;
    }

    private static List<StackTraceElement> ownFrames(StackTraceElement[] trace, StackTraceElement[] enclosing) {
        int own = trace.length;
        for (int theirs = enclosing.length; own > 0 && trace[own - 1].equals(enclosing[theirs - 1]); theirs--) {
            own--;
        }
        return Arrays.asList(trace).subList(0, own);
    }

    @Test
    void shouldSeeWhatAThrowableWritesIntoItsOwnTrace() {
        StackTraceElement[] trace = trace();
        Throwable thrown = new Traced(trace);
        assertThat(captured(thrown).frames()).containsExactly(trace);
        assertThat(captured(thrown).frames()).containsExactly(trace);

        StackTraceElement before = trace[1];
        trace[1] = new StackTraceElement("another.Type", "method", "Type.java", 7);
        assertThat(captured(thrown).frames()).containsExactly(trace).doesNotContain(before);
        trace[2] = null;
        assertThat(captured(thrown).frames()).hasSize(trace.length - 1);
    }

    @Test
    void shouldEndWithANoteWhenCausesNeverEnd() {
        CapturedThrowable captured = captured(new Endless());

        int depth = 1;
        CapturedThrowable last = captured;
        while (last.cause() != null) {
            last = last.cause();
            depth++;
        }
        assertThat(depth).isEqualTo(EventFormat.MAX_NESTED);
        assertThat(last.text()).contains("[cut: nested deeper than");
    }

    @Test
    void shouldEndWithANoteWhenThrowablesAreTooMany() {
        Exception thrown = new Exception();
        for (int i = 0; i < 2000; i++) {
            thrown.addSuppressed(new Traced(null));
        }

        CapturedThrowable captured = captured(thrown);

        assertThat(captured.suppressed()).hasSize(ThrownResolver.MAX_THROWABLES);
        assertThat(captured.suppressed().get(ThrownResolver.MAX_THROWABLES - 1).text())
                .contains("[cut: more than");
    }

    @Test
    void shouldSayThatMoreOfTheSameWereSuppressed() {
        Throwable thrown = new IllegalStateException("outer");
        Throwable same = new IllegalStateException("inner");
        for (int i = 0; i < ThrownResolver.MAX_THROWABLES + 88; i++) {
            thrown.addSuppressed(same);
        }

        List<CapturedThrowable> suppressed = new Fixture()
                .captured("m", new Object[0], thrown, null, null)
                .thrown()
                .suppressed();

        assertThat(suppressed).hasSize(ThrownResolver.MAX_THROWABLES);
        assertThat(suppressed.get(ThrownResolver.MAX_THROWABLES - 1).text()).contains("[cut: more than ");
    }

    @Test
    void shouldBoundTreesThatBranchWithoutEnd() {
        CapturedThrowable captured = captured(new Branching());

        assertThat(count(captured)).isBetween(100, 2 * ThrownResolver.MAX_THROWABLES);
    }

    private static int count(CapturedThrowable thrown) {
        int count = 1 + (thrown.cause() == null ? 0 : count(thrown.cause()));
        for (CapturedThrowable suppressed : thrown.suppressed()) {
            count += count(suppressed);
        }
        return count;
    }

    private CapturedThrowable captured(Throwable thrown) {
        return fixture.captured("failed", new Object[0], thrown, null, null).thrown();
    }

    private static void assertSame(String as, CapturedThrowable ours, IThrowableProxy theirs) {
        assertThat(ours.className()).as(as).isEqualTo(theirs.getClassName());
        assertThat(ours.message()).as(as).isEqualTo(theirs.getMessage() == null ? null : utf8(theirs.getMessage()));
        assertThat(ours.circular()).as(as).isEqualTo(theirs.isCyclic());
        String text = theirs.getOverridingMessage() != null
                ? theirs.getOverridingMessage()
                : theirs.getClassName() + ": " + theirs.getMessage();
        assertThat(ours.text()).as(as).isEqualTo(utf8(text));
        assertThat(ours.commonFrames()).as(as).isEqualTo(theirs.getCommonFrames());
        StackTraceElementProxy[] frames = theirs.getStackTraceElementProxyArray();
        assertThat(ours.frames().stream().map(frame -> "at " + frame))
                .as(as)
                .containsExactlyElementsOf(Arrays.stream(frames)
                        .limit(frames.length - theirs.getCommonFrames())
                        .map(StackTraceElementProxy::getSTEAsString)
                        .toList());
        assertThat(ours.cause() == null).as(as).isEqualTo(theirs.getCause() == null);
        if (ours.cause() != null) {
            assertSame(as + ", cause", ours.cause(), theirs.getCause());
        }
        assertThat(ours.suppressed()).as(as).hasSize(theirs.getSuppressed().length);
        for (int i = 0; i < theirs.getSuppressed().length; i++) {
            assertSame(as + ", suppressed " + i, ours.suppressed().get(i), theirs.getSuppressed()[i]);
        }
    }

    private static String utf8(String text) {
        return new String(
                text.getBytes(java.nio.charset.StandardCharsets.UTF_8), java.nio.charset.StandardCharsets.UTF_8);
    }

    @SuppressWarnings("serial")
    private static final class Overriding extends RuntimeException {
        Overriding(String message) {
            super(message);
        }

        @Override
        public String toString() {
            return "I am " + getMessage();
        }
    }

    @SuppressWarnings("serial")
    private static final class Localized extends RuntimeException {
        Localized(String message) {
            super(message);
        }

        @Override
        public String getLocalizedMessage() {
            return "localised";
        }
    }

    @SuppressWarnings("serial")
    private static final class Hostile extends RuntimeException {
        @Override
        public String getMessage() {
            throw new IllegalStateException("on purpose");
        }

        @Override
        public String toString() {
            throw new AssertionError("on purpose");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("on purpose");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new NoClassDefFoundError("on purpose");
        }
    }

    @SuppressWarnings("serial")
    private static class Traced extends RuntimeException {
        private final transient StackTraceElement[] trace;

        Traced(StackTraceElement[] trace) {
            this.trace = trace;
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return trace;
        }
    }

    @SuppressWarnings("serial")
    private static final class Endless extends RuntimeException {
        @Override
        public synchronized Throwable getCause() {
            return new Endless();
        }
    }

    @SuppressWarnings("serial")
    private static final class Branching extends Traced {
        Branching() {
            super(null);
        }

        @Override
        public synchronized Throwable getCause() {
            Branching cause = new Branching();
            cause.addSuppressed(new Branching());
            return cause;
        }
    }
}
