package dev.millrace.slf4j;

import dev.millrace.event.MdcSnapshot;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.helpers.ThreadLocalMapOfStacks;
import org.slf4j.spi.MDCAdapter;

/**
 * The MDC of each thread, with its encoded snapshot kept until the next change. Child threads do not inherit it.
 *
 * <p>Threads hold JDK types only, so that a thread that outlives Millrace does not keep its class loader alive.
 */
final class MillraceMdcAdapter implements MDCAdapter {
    /** Slot of the thread's {@code LinkedHashMap<String, String>}; null while there is none. */
    private static final int MAP = 0;

    /** Slot of the encoded map, a {@code byte[]}; null after a change, until the next event. */
    private static final int SNAPSHOT = 1;

    private static final int SLOTS = 2;

    // One a provider and not one a class: adapters of different providers in one JVM must not see each other's entries.
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<Object[]> context = new ThreadLocal<>();

    private final ThreadLocalMapOfStacks deques = new ThreadLocalMapOfStacks();
    // Null is the usual one: a class less for every start to load.
    private final Function<Map<String, String>, byte[]> encoder;

    // Plain on purpose: a thread needs to see its own write only, since a thread that never wrote has no entries.
    // Spares
    // programs without MDC the look-up, and their virtual threads the table that ThreadLocal.get() makes for a miss.
    private boolean used;

    MillraceMdcAdapter() {
        this(null);
    }

    MillraceMdcAdapter(Function<Map<String, String>, byte[]> encoder) {
        this.encoder = encoder;
    }

    @Override
    public void put(String key, String value) {
        if (key == null) {
            throw new IllegalArgumentException("MDC key is null");
        }
        Object[] state = ensureState();
        Map<String, String> map = map(state);
        if (map == null) {
            map = new LinkedHashMap<>();
            state[MAP] = map;
        }
        if (value != null && value.equals(map.get(key))) {
            return;
        }
        // Before the change, which a stack overflow may leave half done: an old snapshot must not outlive it.
        state[SNAPSHOT] = null;
        map.put(key, value);
    }

    @Override
    public String get(String key) {
        Map<String, String> map = currentMap();
        return map == null || key == null ? null : map.get(key);
    }

    /** The value of a key as text, also where the map was handed over with other things than strings in it. */
    String text(String key) {
        Map<String, ?> map = currentMap();
        Object value = map == null ? null : map.get(key);
        return value == null ? null : ForeignCode.text(value);
    }

    @Override
    public void remove(String key) {
        Object[] state = state();
        if (key == null || state == null || state[MAP] == null) {
            return;
        }
        state[SNAPSHOT] = null;
        map(state).remove(key);
    }

    /** Forgets the thread's map; its deques stay, as SLF4J's own adapter leaves them. */
    @Override
    public void clear() {
        replaceMap(null);
    }

    /** A copy in the order of insertion; null when nothing was put since the start or the last {@link #clear()}. */
    @Override
    public Map<String, String> getCopyOfContextMap() {
        Map<String, String> map = currentMap();
        return map == null ? null : new LinkedHashMap<>(map);
    }

    /** Replaces the thread's map by a copy of another one; null clears. */
    @Override
    public void setContextMap(Map<String, String> contextMap) {
        replaceMap(contextMap == null ? null : new LinkedHashMap<>(contextMap));
    }

    @Override
    public void pushByKey(String key, String value) {
        deques.pushByKey(key, value);
    }

    /**
     * Pops the deque of a key; null when there never was one.
     *
     * @throws java.util.NoSuchElementException when the deque is empty
     */
    @Override
    public String popByKey(String key) {
        return deques.popByKey(key);
    }

    @Override
    public Deque<String> getCopyOfDequeByKey(String key) {
        return deques.getCopyOfDequeByKey(key);
    }

    @Override
    public void clearDequeByKey(String key) {
        deques.clearDequeByKey(key);
    }

    /** The current thread's MDC as {@link MdcSnapshot} bytes; null when it is empty. The array must not be changed. */
    byte[] snapshot() {
        Object[] state = state();
        if (state == null) {
            return null;
        }
        byte[] snapshot = (byte[]) state[SNAPSHOT];
        return snapshot != null || state[MAP] == null ? snapshot : encode(state);
    }

    private byte[] encode(Object[] state) {
        Map<String, String> map = map(state);
        if (map.isEmpty()) {
            return null;
        }
        byte[] snapshot = encode(map);
        state[SNAPSHOT] = snapshot;
        return snapshot;
    }

    private byte[] encode(Map<String, String> map) {
        try {
            return encoded(map);
        } catch (RuntimeException foreignContent) {
            // setContextMap takes raw maps too: what is not a String there must not fail the log calls that follow.
            return encoded(asStrings(map));
        }
    }

    private byte[] encoded(Map<String, String> map) {
        return encoder == null ? MdcSnapshot.encode(map) : encoder.apply(map);
    }

    private static Map<String, String> asStrings(Map<?, ?> map) {
        Map<String, String> strings = new LinkedHashMap<>();
        map.forEach((key, value) -> strings.put(ForeignCode.text(key), value == null ? null : ForeignCode.text(value)));
        return strings;
    }

    private void replaceMap(Map<String, String> map) {
        Object[] state = map == null ? state() : ensureState();
        if (state != null) {
            state[SNAPSHOT] = null;
            state[MAP] = map;
        }
    }

    private Map<String, String> currentMap() {
        Object[] state = state();
        return state == null ? null : map(state);
    }

    private Object[] state() {
        return used ? context.get() : null;
    }

    private Object[] ensureState() {
        used = true;
        Object[] state = context.get();
        if (state == null) {
            state = new Object[SLOTS];
            context.set(state);
        }
        return state;
    }

    @SuppressWarnings("unchecked") // only put and setContextMap fill the slot
    private static Map<String, String> map(Object[] state) {
        return (Map<String, String>) state[MAP];
    }
}
