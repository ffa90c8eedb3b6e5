package dev.millrace.event;

import static dev.millrace.event.EventFormat.INT;
import static dev.millrace.event.EventFormat.LONG;
import static dev.millrace.event.EventFormat.elementBytes;

import java.util.UUID;

/**
 * Writes resolved values: tag, then what the tag says. Calls nothing but final JDK methods.
 */
final class ValueWriter {
    private ValueWriter() {}

    static void put(EventEncoder out, Object value, Limits limits) {
        if (value instanceof String text) {
            out.putByte(EventFormat.TAG_STRING);
            out.putText(text, limits.textBytes());
        } else if (value instanceof Long number) {
            out.putTagged(EventFormat.TAG_LONG, number.longValue());
        } else if (value instanceof Integer number) {
            out.putTagged(EventFormat.TAG_INT, number.intValue());
        } else if (value == null) {
            out.putByte(EventFormat.TAG_NULL);
        } else if (value instanceof Double number) {
            out.putTagged(EventFormat.TAG_DOUBLE, Double.doubleToRawLongBits(number));
        } else if (value instanceof Boolean flag) {
            out.putByte(flag ? EventFormat.TAG_TRUE : EventFormat.TAG_FALSE);
        } else {
            putRarer(out, value, limits);
        }
    }

    private static void putRarer(EventEncoder out, Object value, Limits limits) {
        if (value instanceof RenderedValue rendered) {
            out.putByte(rendered.tag());
            out.putText(rendered.text(), limits.textBytes());
        } else if (value instanceof Character character) {
            out.putByte(EventFormat.TAG_CHAR);
            out.putShort(character);
        } else if (value instanceof Float number) {
            out.putTagged(EventFormat.TAG_FLOAT, Float.floatToRawIntBits(number));
        } else if (value instanceof Short number) {
            out.putByte(EventFormat.TAG_SHORT);
            out.putShort(number);
        } else if (value instanceof Byte number) {
            out.putByte(EventFormat.TAG_BYTE);
            out.putByte(number);
        } else if (value instanceof UUID uuid) {
            out.putTagged(EventFormat.TAG_UUID, uuid.getMostSignificantBits());
            out.putLong(uuid.getLeastSignificantBits());
        } else if (value instanceof Enum<?> constant) {
            out.putByte(EventFormat.TAG_ENUM_TEXT);
            out.putText(constant.name(), limits.textBytes());
        } else if (value.getClass().isArray() && !(value instanceof Object[])) {
            putArray(out, value, limits);
        } else {
            // Another thread has put it into the caller's array since it was looked at. No code of it runs here.
            out.putByte(EventFormat.TAG_OBJECT_TEXT);
            out.putText("[CHANGED " + value.getClass().getName() + "]", limits.textBytes());
        }
    }

    private static void putArray(EventEncoder out, Object array, Limits limits) {
        if (array instanceof byte[] bytes) {
            int count = head(out, EventFormat.TAG_BYTE_ARRAY, bytes.length, limits);
            out.putBytes(bytes, 0, count);
        } else if (array instanceof int[] ints) {
            int count = head(out, EventFormat.TAG_INT_ARRAY, ints.length, limits);
            int at = body(out, EventFormat.TAG_INT_ARRAY, count);
            for (int i = 0; i < count && at >= 0; i++) {
                INT.set(out.bytes(), at + i * 4, ints[i]);
            }
        } else if (array instanceof long[] longs) {
            int count = head(out, EventFormat.TAG_LONG_ARRAY, longs.length, limits);
            int at = body(out, EventFormat.TAG_LONG_ARRAY, count);
            for (int i = 0; i < count && at >= 0; i++) {
                LONG.set(out.bytes(), at + i * 8, longs[i]);
            }
        } else if (array instanceof double[] doubles) {
            int count = head(out, EventFormat.TAG_DOUBLE_ARRAY, doubles.length, limits);
            int at = body(out, EventFormat.TAG_DOUBLE_ARRAY, count);
            for (int i = 0; i < count && at >= 0; i++) {
                LONG.set(out.bytes(), at + i * 8, Double.doubleToRawLongBits(doubles[i]));
            }
        } else if (array instanceof float[] floats) {
            int count = head(out, EventFormat.TAG_FLOAT_ARRAY, floats.length, limits);
            int at = body(out, EventFormat.TAG_FLOAT_ARRAY, count);
            for (int i = 0; i < count && at >= 0; i++) {
                INT.set(out.bytes(), at + i * 4, Float.floatToRawIntBits(floats[i]));
            }
        } else if (array instanceof char[] chars) {
            int count = head(out, EventFormat.TAG_CHAR_ARRAY, chars.length, limits);
            int at = body(out, EventFormat.TAG_CHAR_ARRAY, count);
            for (int i = 0; i < count && at >= 0; i++) {
                EventFormat.putShort(out.bytes(), at + i * 2, chars[i]);
            }
        } else if (array instanceof short[] shorts) {
            int count = head(out, EventFormat.TAG_SHORT_ARRAY, shorts.length, limits);
            int at = body(out, EventFormat.TAG_SHORT_ARRAY, count);
            for (int i = 0; i < count && at >= 0; i++) {
                EventFormat.putShort(out.bytes(), at + i * 2, shorts[i]);
            }
        } else {
            boolean[] flags = (boolean[]) array;
            int count = head(out, EventFormat.TAG_BOOLEAN_ARRAY, flags.length, limits);
            int at = body(out, EventFormat.TAG_BOOLEAN_ARRAY, count);
            for (int i = 0; i < count && at >= 0; i++) {
                out.bytes()[at + i] = (byte) (flags[i] ? 1 : 0);
            }
        }
    }

    /** Writes tag, number of elements that follow and number of those that do not; returns the former. */
    private static int head(EventEncoder out, int tag, int elements, Limits limits) {
        int count = Math.min(elements, limits.elements() / elementBytes(tag));
        out.putTagged(tag, count);
        out.putInt(elements - count);
        if (count < elements) {
            out.markCut();
        }
        return count;
    }

    private static int body(EventEncoder out, int tag, int count) {
        long needed = (long) count * elementBytes(tag);
        return out.skip((int) Math.min(needed, Integer.MAX_VALUE));
    }
}
