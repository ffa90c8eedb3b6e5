package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.util.LogbackMDCAdapter;
import dev.millrace.event.Levels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.spi.MDCAdapter;

@Timeout(60)
class MillraceMdcAdapterTest {
    private final AtomicInteger encodings = new AtomicInteger();
    private final MillraceMdcAdapter mdc = new MillraceMdcAdapter(map -> {
        encodings.incrementAndGet();
        return map.toString().getBytes();
    });

    /** One operation on an adapter; what it gives, or the class of what it throws. */
    private interface Operation {
        Object on(MDCAdapter adapter);
    }

    @Test
    void shouldBehaveLikeLogbacksAdapterForRandomOperations() {
        Random random = new Random(414);
        for (int round = 0; round < 500; round++) {
            MDCAdapter ours = new MillraceMdcAdapter(map -> new byte[0]);
            MDCAdapter theirs = new LogbackMDCAdapter();
            for (int step = 0; step < 40; step++) {
                Operation operation = randomOperation(random);
                assertThat(outcome(operation, ours)).isEqualTo(outcome(operation, theirs));
                assertThat(entries(ours)).isEqualTo(entries(theirs));
            }
        }
    }

    @Test
    void shouldGiveASnapshotOfWhatTheMapHolds() {
        Random random = new Random(5);
        for (int step = 0; step < 5000; step++) {
            outcome(randomOperation(random), mdc);
            Map<String, String> map = mdc.getCopyOfContextMap();
            if (map == null || map.isEmpty()) {
                assertThat(mdc.snapshot()).isNull();
            } else {
                assertThat(mdc.snapshot()).asString().isEqualTo(map.toString());
            }
        }
    }

    @Test
    void i4_shouldEncodeOnceUntilTheMapChanges() {
        mdc.put("a", "1");
        byte[] first = mdc.snapshot();

        assertThat(mdc.snapshot()).isSameAs(first);
        mdc.put("a", "1");
        assertThat(mdc.snapshot()).isSameAs(first);
        mdc.put("b", null);
        assertThat(mdc.snapshot()).isNotSameAs(first);
        assertThat(encodings).hasValue(2);
    }

    @Test
    void shouldRefuseNullKeys() {
        assertThatIllegalArgumentException().isThrownBy(() -> mdc.put(null, "value"));
    }

    @Test
    void shouldNotBeInherited() throws Exception {
        mdc.put("key", "value");

        AtomicReference<String> seen = new AtomicReference<>("unset");
        Thread child = new Thread(() -> seen.set(mdc.get("key")));
        child.start();
        child.join();

        assertThat(seen).hasValue(null);
        assertThat(mdc.get("key")).isEqualTo("value");
    }

    @Test
    void shouldKeepThreadsApart() throws Exception {
        assertThreadsApart(Executors.newFixedThreadPool(8));
    }

    @Test
    void shouldKeepVirtualThreadsApart() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "virtual threads need JDK 21");
        // The class file is for 17: the method exists at run time only.
        ExecutorService executor = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        assertThreadsApart(executor);
    }

    @Test
    void shouldHoldNothingButTypesOfTheJdkInThreads() throws Exception {
        mdc.put("key", "value");
        mdc.pushByKey("deque", "value");
        mdc.snapshot();

        var field = MillraceMdcAdapter.class.getDeclaredField("context");
        field.setAccessible(true);
        ThreadLocal<?> context = (ThreadLocal<?>) field.get(mdc);
        List<Class<?>> types =
                new ArrayList<>(List.of(context.getClass(), context.get().getClass()));
        for (Object held : (Object[]) context.get()) {
            types.add(held.getClass());
        }

        assertThat(types).hasSize(4).allMatch(type -> type.getClassLoader() == null);
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void i9_shouldLogWithAMapThatHoldsOtherThingsThanStrings() {
        MillraceMdcAdapter adapter = new MillraceMdcAdapter(map -> {
            StringBuilder text = new StringBuilder();
            for (Map.Entry<String, String> entry : map.entrySet()) {
                String key = entry.getKey();
                String value = entry.getValue();
                text.append(key).append('=').append(value).append(';');
            }
            return text.toString().getBytes();
        });
        RecordingTarget target = RecordingTarget.withThreshold(Levels.INFO);
        Map raw = new LinkedHashMap();
        raw.put("user", 42);
        raw.put(7, null);

        adapter.setContextMap(raw);
        target.newLogger("a", adapter).info("x");

        assertThat(target.takeOnly().mdc()).asString().isEqualTo("user=42;7=null;");
    }

    @Test
    void shouldGiveEachEventTheMdcOfItsMoment() {
        RecordingTarget target = RecordingTarget.withThreshold(Levels.INFO);
        MillraceLogger logger = target.newLogger("a", mdc);

        logger.info("without");
        mdc.put("k", "1");
        logger.info("with");
        logger.atInfo().log("fluent");
        mdc.put("k", "2");
        logger.info("changed");
        mdc.clear();
        logger.info("cleared");

        assertThat(target.calls())
                .extracting(call -> call.mdc() == null ? null : new String(call.mdc()))
                .containsExactly(null, "{k=1}", "{k=1}", "{k=2}", null);
    }

    private void assertThreadsApart(ExecutorService executor) throws Exception {
        List<Future<?>> tasks = new ArrayList<>();
        for (int task = 0; task < 200; task++) {
            String value = "value" + task;
            Callable<Void> work = () -> {
                mdc.put("key", value);
                for (int step = 0; step < 50; step++) {
                    assertThat(mdc.get("key")).isEqualTo(value);
                    assertThat(mdc.snapshot()).asString().isEqualTo("{key=" + value + "}");
                    Thread.yield();
                }
                mdc.clear();
                return null;
            };
            tasks.add(executor.submit(work));
        }
        try {
            for (Future<?> task : tasks) {
                task.get();
            }
        } finally {
            executor.shutdownNow();
        }
        assertThat(mdc.getCopyOfContextMap()).isNull();
    }

    private static Operation randomOperation(Random random) {
        String key = random.nextInt(12) == 0 ? null : "k" + random.nextInt(5);
        String value = random.nextInt(6) == 0 ? null : "v" + random.nextInt(3);
        Map<String, String> map = randomMap(random);
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> adapter -> done(() -> adapter.put(key, value));
            case 3 -> adapter -> adapter.get(key);
            case 4 -> adapter -> done(() -> adapter.remove(key));
            case 5 -> adapter -> done(adapter::clear);
            case 6 -> adapter -> done(() -> adapter.setContextMap(map));
            case 7, 8 -> adapter -> done(() -> adapter.pushByKey(key, value));
            case 9 -> adapter -> adapter.popByKey(key);
            case 10 -> adapter -> String.valueOf(adapter.getCopyOfDequeByKey(key));
            default -> adapter -> done(() -> adapter.clearDequeByKey(key));
        };
    }

    private static Map<String, String> randomMap(Random random) {
        if (random.nextInt(3) == 0) {
            return null;
        }
        Map<String, String> map = new HashMap<>();
        for (int entry = random.nextInt(4); entry > 0; entry--) {
            map.put("k" + random.nextInt(9), "v" + entry);
        }
        return map;
    }

    private static Object done(Runnable action) {
        action.run();
        return "done";
    }

    private static Object outcome(Operation operation, MDCAdapter adapter) {
        try {
            return operation.on(adapter);
        } catch (RuntimeException failure) {
            return failure.getClass();
        }
    }

    /** The map's entries in its order; null for no map. */
    private static List<Map.Entry<String, String>> entries(MDCAdapter adapter) {
        Map<String, String> map = adapter.getCopyOfContextMap();
        return map == null ? null : new ArrayList<>(map.entrySet());
    }
}
