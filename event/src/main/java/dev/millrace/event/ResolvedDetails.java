package dev.millrace.event;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** The rarer parts of a call after all foreign code has run. */
final class ResolvedDetails {
    /** Null without markers. */
    private final String[] markers;
    /** Null without pairs. */
    private final String[] keys;

    private final Object[] values;
    /** Null when it was not asked for. */
    private final StackTraceElement caller;

    private final int callerId;
    /** Null when they were not asked for. */
    private final StackTraceElement[] outerCallers;

    private final int[] outerCallerIds;

    /** {@code redaction} may be null. */
    ResolvedDetails(EventDetails details, ValueResolver resolver, Dictionary dictionary, Redaction redaction) {
        markers = texts(details.markers());
        keys = texts(details.keys());
        values = keys == null ? null : values(details.values(), keys.length, resolver);
        for (int i = 0; redaction != null && keys != null && i < keys.length; i++) {
            values[i] = redaction.value(keys[i], values[i]);
        }
        caller = details.caller();
        callerId = caller == null ? 0 : dictionary.idOfFrame(caller);
        List<StackTraceElement> outer = details.outerCallers();
        outerCallers = outer == null || outer.isEmpty() ? null : outer.toArray(new StackTraceElement[0]);
        outerCallerIds = outerCallers == null ? null : ids(outerCallers, dictionary);
    }

    private static int[] ids(StackTraceElement[] frames, Dictionary dictionary) {
        int[] ids = new int[frames.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = dictionary.idOfFrame(frames[i]);
        }
        return ids;
    }

    private static String[] texts(Collection<String> list) {
        if (list == null) {
            return null;
        }
        try {
            Object[] elements = list.toArray();
            String[] texts = new String[elements.length];
            for (int i = 0; i < texts.length; i++) {
                texts[i] = String.valueOf(elements[i]);
            }
            return texts.length == 0 ? null : texts;
        } catch (Throwable e) {
            return new String[] {ValueResolver.FAILED}; // a list of the application's own
        }
    }

    private static Object[] values(Collection<Object> list, int count, ValueResolver resolver) {
        try {
            Object[] values = resolver.pairValues(list);
            return values.length == count ? values : Arrays.copyOf(values, count);
        } catch (Throwable e) {
            return new Object[count];
        }
    }

    int flags() {
        return (markers != null ? EventFormat.MARKERS : 0)
                | (keys != null ? EventFormat.KEY_VALUES : 0)
                | (caller != null ? EventFormat.CALLER : 0)
                | (outerCallers != null ? EventFormat.OUTER_CALLERS : 0);
    }

    void write(EventEncoder out, Limits limits) {
        if (markers != null) {
            PartWriter.markers(out, markers, limits);
        }
        if (keys != null) {
            PartWriter.pairs(out, keys, values, limits);
        }
        if (caller != null) {
            PartWriter.frame(out, caller, callerId, limits);
        }
        if (outerCallers != null) {
            PartWriter.frames(out, outerCallers, outerCallerIds, limits);
        }
    }
}
