package dev.millrace.config.logback.model;

/** How element names become bean property names. */
final class PropertyNames {
    private PropertyNames() {}

    static String of(String tag) {
        if (tag.isEmpty() || (tag.length() > 1 && isCapital(tag, 0) && isCapital(tag, 1))) {
            return tag;
        }
        return Character.toLowerCase(tag.charAt(0)) + tag.substring(1);
    }

    private static boolean isCapital(String tag, int index) {
        return Character.isUpperCase(tag.charAt(index));
    }
}
