package dev.millrace.event;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * Prints an array of objects as SLF4J's formatter does: nested arrays deeply, an array inside itself as {@code [...]}.
 */
final class DeepArrayText {
    private final int maxChars;
    private final StringBuilder out = new StringBuilder();
    /** What the arrays of chars and bytes in it hold; null where nobody asks for that. */
    private final StringBuilder letters;

    private final IdentityHashMap<Object[], Boolean> open = new IdentityHashMap<>();

    DeepArrayText(int maxChars, StringBuilder letters) {
        this.maxChars = maxChars;
        this.letters = letters;
    }

    String of(Object[] array) {
        append(array);
        return out.toString();
    }

    private void append(Object[] array) {
        if (open.putIfAbsent(array, Boolean.TRUE) != null) {
            out.append("[...]");
            return;
        }
        out.append('[');
        for (int i = 0; i < array.length; i++) {
            if (i > 0) {
                out.append(", ");
            }
            if (out.length() > maxChars) {
                out.append("\u2026[cut ").append(array.length - i).append(" elements]");
                break;
            }
            appendElement(array[i]);
        }
        out.append(']');
        open.remove(array);
    }

    private void appendElement(Object element) {
        if (element == null) {
            out.append("null");
        } else if (element instanceof Object[] nested) {
            append(nested);
        } else if (element.getClass().isArray()) {
            appendPrimitives(element);
        } else {
            out.append(ValueResolver.elementText(element));
            if (letters != null && element instanceof Character) {
                letters.append(element);
            }
        }
    }

    private void appendPrimitives(Object array) {
        int length = Array.getLength(array);
        Object kept = array;
        // Each takes three chars at least.
        int most = maxChars / 3 + 1;
        if (length > most) {
            kept = Array.newInstance(array.getClass().getComponentType(), most);
            System.arraycopy(array, 0, kept, 0, most);
        }
        out.append(primitives(kept));
        if (length > most) {
            out.insert(out.length() - 1, ", \u2026[cut " + (length - most) + " elements]");
        }
        String hidden = letters == null ? null : MessageText.hiddenIn(kept);
        if (hidden != null) {
            letters.append(hidden).append(' ');
        }
    }

    /** An array of primitives. */
    static String primitives(Object array) {
        if (array instanceof int[] ints) {
            return Arrays.toString(ints);
        } else if (array instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        } else if (array instanceof long[] longs) {
            return Arrays.toString(longs);
        } else if (array instanceof char[] chars) {
            return Arrays.toString(chars);
        } else if (array instanceof double[] doubles) {
            return Arrays.toString(doubles);
        } else if (array instanceof boolean[] booleans) {
            return Arrays.toString(booleans);
        } else if (array instanceof float[] floats) {
            return Arrays.toString(floats);
        }
        return Arrays.toString((short[]) array);
    }
}
