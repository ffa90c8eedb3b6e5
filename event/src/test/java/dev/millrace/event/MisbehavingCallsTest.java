package dev.millrace.event;

import static dev.millrace.event.Fixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** I9: user code that misbehaves during a call costs at most that event's text. */
@Timeout(60)
class MisbehavingCallsTest {
    private final Fixture fixture = new Fixture();

    private record Printing(java.util.function.Supplier<String> text) {
        @Override
        public String toString() {
            return text.get();
        }
    }

    @Test
    void shouldCaptureEventsThatArgumentsLogI9() {
        List<String> inner = new ArrayList<>();
        Fixture reader = new Fixture(fixture.dictionary, Fixture.LIMIT);
        Object logging = new Printing(() -> {
            EventEncoder encoder = fixture.capture.encode(
                    0,
                    "inner",
                    Levels.INFO,
                    0,
                    "inner {}",
                    1,
                    new Printing(() -> "deeper"),
                    null,
                    null,
                    null,
                    null,
                    null);
            reader.event.wrap(encoder.bytes(), 0, encoder.length());
            inner.add(text(reader.event::message) + " in place " + encoder.stripe());
            fixture.capture.release(encoder);
            return "outer's argument";
        });

        EventEncoder outer = fixture.capture.encode(
                0, "outer", Levels.INFO, 0, "{} {}", 2, logging, logging, null, null, null, null);

        reader.event.wrap(outer.bytes(), 0, outer.length());
        assertThat(text(reader.event::message)).isEqualTo("outer's argument outer's argument");
        // the same place each time: the outer call held none
        assertThat(inner).hasSize(2).containsOnly("inner deeper in place " + outer.stripe());
    }

    @Test
    void shouldHoldNothingWhileAnArgumentBlocksI9() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(40);
        CountDownLatch leave = new CountDownLatch(1);
        List<Thread> blocked = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Thread thread = new Thread(() -> fixture.capture.release(fixture.capture.encode(
                    0,
                    "l",
                    Levels.INFO,
                    0,
                    "{}",
                    1,
                    new Printing(() -> {
                        entered.countDown();
                        awaitQuietly(leave);
                        return "late";
                    }),
                    null,
                    null,
                    null,
                    null,
                    null)));
            thread.start();
            blocked.add(thread);
        }
        entered.await();

        EventEncoder encoder =
                fixture.capture.encode(0, "l", Levels.INFO, 0, "m", 0, null, null, null, null, null, null);

        assertThat(encoder.stripe()).isNotNegative();
        leave.countDown();
        for (Thread thread : blocked) {
            thread.join();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldCaptureWhatIsLeftWhenAnArgumentFailsI9() {
        Object[] failing = {
            new Printing(() -> {
                throw new IllegalStateException();
            }),
            new Printing(() -> {
                throw new StackOverflowError();
            }),
            new Printing(() -> {
                throw new OutOfMemoryError("not really");
            }),
            new Printing(() -> MisbehavingCallsTest.<RuntimeException>sneak(new InterruptedException())),
            new Object[] {
                1,
                new Printing(() -> {
                    throw new LinkageError();
                })
            },
        };

        String printed = text(fixture.captured(
                "{} {} {} {} {} {}", failing[0], failing[1], failing[2], failing[3], failing[4], "ok")::message);

        assertThat(printed)
                .isEqualTo("[FAILED toString()] [FAILED toString()] [FAILED toString()] [FAILED toString()]"
                        + " [1, [FAILED toString()]] ok");
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> String sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Test
    void shouldSurviveArraysNestedDeeperThanTheStackI9() {
        Object[] array = {};
        for (int i = 0; i < 200_000; i++) {
            array = new Object[] {array};
        }

        assertThat(text(fixture.captured("{}", (Object) array)::message)).isEqualTo("[FAILED toString()]");
    }

    @Test
    void shouldNotLosePlacesToStackOverflowsAtAnyDepthI9() {
        Fixture warm = fixture;
        warm.captured("warm {}", 1);
        for (int extra = 0; extra < 300; extra++) {
            int padding = extra;
            overflow(0, padding);
        }

        // all of the places that this thread uses are free again
        List<EventEncoder> held = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            held.add(fixture.capture.encode(0, "l", Levels.INFO, 0, "m", 0, null, null, null, null, null, null));
        }
        assertThat(held).allSatisfy(encoder -> assertThat(encoder.stripe()).isNotNegative());
    }

    /** Captures at every depth on the way up from an overflow. */
    private int overflow(int depth, int padding) {
        int below = 0;
        try {
            below = overflow(depth + 1, padding);
        } catch (StackOverflowError e) {
            below = 0;
        }
        if (below < 40 && (below + padding) % 3 == 0) {
            try {
                EventEncoder encoder = fixture.capture.encode(
                        0, "l", Levels.INFO, 0, "depth {} {}", 2, depth, "x", null, null, null, null);
                fixture.capture.release(encoder);
            } catch (StackOverflowError e) {
                return 0;
            }
        }
        return below + 1;
    }

    @Test
    void shouldSurviveAListOfTheApplicationsOwnI9() {
        List<Object> hostile = new ArrayList<>() {
            private static final long serialVersionUID = 1;

            @Override
            public Object[] toArray() {
                throw new IllegalStateException("on purpose");
            }
        };
        hostile.add("never seen");

        LogEvent event = fixture.captured("m", new Object[0], null, null, Fixture.pairs(List.of("key"), hostile));

        assertThat(text(out -> event.key(0, out))).isEqualTo("key");
        assertThat(text(out -> event.value(0, out))).isEqualTo("null");
    }

    @Test
    void shouldNotRunCodeOfAnArgumentThatAppearsAfterwards() {
        EventEncoder encoder = new EventEncoder(-1, Fixture.LIMIT);
        encoder.start(0, 0, 0, 0);

        ValueWriter.put(
                encoder,
                new Printing(() -> {
                    throw new AssertionError("called");
                }),
                Limits.NONE);

        assertThat(text(out -> ValuePrinter.print(encoder.bytes(), EventFormat.HEAD_BYTES, out)))
                .isEqualTo("[CHANGED " + Printing.class.getName() + "]");
    }
}
