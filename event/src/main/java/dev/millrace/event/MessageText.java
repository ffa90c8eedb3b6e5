package dev.millrace.event;

import java.nio.charset.StandardCharsets;

/** The texts of resolved values, and of whole messages, as they are rendered later. */
final class MessageText {
    private MessageText() {}

    /** A template with its arguments; placeholders and escapes as in {@link ParsedTemplate}. */
    static String of(String template, int count, Object[] values) {
        StringBuilder out = new StringBuilder(template.length() + 16 * count);
        int from = 0;
        int used = 0;
        while (used < count) {
            int place = template.indexOf("{}", from);
            if (place < 0) {
                break;
            }
            boolean escaped = place > 0 && template.charAt(place - 1) == '\\';
            out.append(template, from, place - (escaped ? 1 : 0));
            if (escaped && !(place > 1 && template.charAt(place - 2) == '\\')) {
                out.append('{');
                from = place + 1;
            } else {
                out.append(ofValue(values[used++]));
                from = place + 2;
            }
        }
        return out.append(template, from, template.length()).toString();
    }

    /** What a resolved value prints. */
    static String ofValue(Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof RenderedValue rendered) {
            return rendered.text();
        }
        return value != null && value.getClass().isArray()
                ? new DeepArrayText(Integer.MAX_VALUE, null).of(value)
                : String.valueOf(value);
    }

    /** The letters that arrays of chars or bytes hold, which they do not print; null for other values. */
    static String hiddenIn(Object value) {
        if (value instanceof RenderedValue rendered) {
            return rendered.letters();
        }
        if (value instanceof char[] chars) {
            return new String(chars);
        }
        return value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : null;
    }
}
