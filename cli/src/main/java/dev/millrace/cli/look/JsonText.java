package dev.millrace.cli.look;

import java.util.Collection;
import java.util.Map;

/**
 * Writes values as JSON in one line: maps in their order, collections, numbers, booleans, null, and anything else as its
 * text.
 *
 * @since 0.1.0
 */
public final class JsonText {
    private JsonText() {}

    /** The value as JSON. */
    public static String of(Object value) {
        StringBuilder json = new StringBuilder();
        append(json, value);
        return json.toString();
    }

    private static void append(StringBuilder json, Object value) {
        if (value instanceof Map<?, ?> map) {
            json.append('{');
            int start = json.length();
            map.forEach((key, element) -> {
                json.append(json.length() > start ? "," : "");
                quote(json, String.valueOf(key));
                json.append(':');
                append(json, element);
            });
            json.append('}');
        } else if (value instanceof Collection<?> elements) {
            json.append('[');
            int start = json.length();
            elements.forEach(element -> {
                json.append(json.length() > start ? "," : "");
                append(json, element);
            });
            json.append(']');
        } else if (value == null || value instanceof Boolean || isNumber(value)) {
            json.append(value);
        } else {
            quote(json, value.toString());
        }
    }

    private static boolean isNumber(Object value) {
        return value instanceof Number number && Double.isFinite(number.doubleValue());
    }

    private static void quote(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    // DEL and C1 too: JSON allows them, terminals obey them.
                    if (c < ' ' || (c >= 0x7f && c < 0xa0)) {
                        json.append("\\u00")
                                .append(Character.forDigit(c >> 4, 16))
                                .append(Character.forDigit(c & 15, 16));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }
}
