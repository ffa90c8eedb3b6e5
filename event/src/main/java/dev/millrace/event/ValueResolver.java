package dev.millrace.event;

import java.util.Collection;

/**
 * Turns foreign values into text. User code runs here, and nothing is held: it may log, throw, or block.
 *
 * <p>Whatever a value throws costs its own text and nothing else, errors included, as with SLF4J's formatter: a log
 * call that answers an object's bug with an exception of its own would make the bug worse.
 */
final class ValueResolver {
    static final String FAILED = "[FAILED toString()]";

    private final int maxChars;
    private final boolean keepsLetters;

    /** Texts of nested arrays end at about {@code maxChars}: nested arrays can print exponentially much. */
    ValueResolver(int maxChars) {
        this(maxChars, false);
    }

    /** {@code keepsLetters}: for a redaction, also keeps what arrays of chars and bytes in other arrays hold. */
    ValueResolver(int maxChars, boolean keepsLetters) {
        this.maxChars = maxChars;
        this.keepsLetters = keepsLetters;
    }

    /** Whether an argument is captured as it is. */
    static boolean isPlainArgument(Object value) {
        if (value == null) {
            return true;
        }
        Class<?> type = value.getClass();
        if (type == String.class
                || type == Long.class
                || type == Integer.class
                || type == Double.class
                || type == Boolean.class) {
            return true; // the commonest, ahead of the table, which a program's first calls may have no stack to
            // initialise
        }
        ValueClass valueClass = ValueClass.of(type);
        return valueClass == ValueClass.PLAIN || valueClass == ValueClass.ARRAY || valueClass == ValueClass.ENUM;
    }

    /** An argument as SLF4J's formatter prints it: arrays deeply. */
    Object argument(Object value) {
        return isPlainArgument(value) ? value : render(value, true);
    }

    /**
     * The caller's array where all of the arguments are captured as they are; otherwise a copy, resolved. Always one for a
     * redaction: it puts texts in their place, and the caller's may hold nothing but {@code Long}s.
     */
    Object[] arguments(Object[] args, int count) {
        for (int i = 0; i < count; i++) {
            if (keepsLetters || !isPlainArgument(args[i])) {
                return resolvedCopy(args, count);
            }
        }
        return args;
    }

    private Object[] resolvedCopy(Object[] args, int count) {
        Object[] resolved = new Object[count];
        for (int i = 0; i < count; i++) {
            resolved[i] = argument(args[i]);
        }
        return resolved;
    }

    /** Values of pairs, as {@code String.valueOf} prints them: of arrays that is no more than their identity. */
    Object[] pairValues(Collection<?> values) {
        Object[] resolved = values.toArray();
        for (int i = 0; i < resolved.length; i++) {
            Object value = resolved[i];
            if (value != null && (!isPlainArgument(value) || value.getClass().isArray())) {
                resolved[i] = render(value, false);
            }
        }
        return resolved;
    }

    private RenderedValue render(Object value, boolean arraysDeeply) {
        try {
            ValueClass kind = ValueClass.of(value.getClass());
            if (kind == ValueClass.NUMBER) {
                return new RenderedValue(EventFormat.TAG_NUMBER_TEXT, value.toString());
            }
            if (kind == ValueClass.TEMPORAL) {
                return new RenderedValue(EventFormat.TAG_TEMPORAL_TEXT, value.toString());
            }
            if (arraysDeeply && value instanceof Object[] array) {
                StringBuilder letters = keepsLetters ? new StringBuilder() : null;
                String text = new DeepArrayText(maxChars, letters).of(array);
                return new RenderedValue(
                        EventFormat.TAG_OBJECT_TEXT,
                        text,
                        letters == null || letters.isEmpty() ? null : letters.toString());
            }
            return new RenderedValue(EventFormat.TAG_OBJECT_TEXT, String.valueOf(value.toString()));
        } catch (Throwable e) {
            return new RenderedValue(EventFormat.TAG_OBJECT_TEXT, FAILED);
        }
    }

    /** The text of one element of an array; never throws because of what the element does. */
    static String elementText(Object value) {
        try {
            return String.valueOf(value.toString());
        } catch (Throwable e) {
            return FAILED;
        }
    }
}
