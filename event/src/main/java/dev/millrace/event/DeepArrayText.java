package dev.millrace.event;

import java.lang.reflect.Array;
import java.util.IdentityHashMap;

/**
 * Prints an array as SLF4J's formatter does: nested arrays deeply, an array inside itself as {@code [...]}.
 */
final class DeepArrayText {
    private final int maxChars;
    private final StringBuilder out = new StringBuilder();
    /** What the arrays of chars and bytes in it hold; null where nobody asks for that. */
    private final StringBuilder letters;

    private final IdentityHashMap<Object, Boolean> open = new IdentityHashMap<>();

    DeepArrayText(int maxChars, StringBuilder letters) {
        this.maxChars = maxChars;
        this.letters = letters;
    }

    String of(Object array) {
        append(array);
        return out.toString();
    }

    private void append(Object array) {
        if (open.putIfAbsent(array, Boolean.TRUE) != null) {
            out.append("[...]");
            return;
        }
        out.append('[');
        Object[] objects = array instanceof Object[] some ? some : null;
        int length = Array.getLength(array);
        for (int i = 0; i < length; i++) {
            if (i > 0) {
                out.append(", ");
            }
            if (out.length() > maxChars) {
                out.append("\u2026[cut ").append(length - i).append(" elements]");
                break;
            }
            appendElement(objects == null ? Array.get(array, i) : objects[i], objects != null);
        }
        out.append(']');
        open.remove(array);
        String hidden = letters == null ? null : MessageText.hiddenIn(array);
        if (hidden != null) {
            letters.append(hidden).append(' ');
        }
    }

    private void appendElement(Object element, boolean ofObjects) {
        if (element == null) {
            out.append("null");
        } else if (element.getClass().isArray()) {
            append(element);
        } else {
            out.append(ValueResolver.elementText(element));
            if (letters != null && ofObjects && element instanceof Character) {
                letters.append(element);
            }
        }
    }
}
