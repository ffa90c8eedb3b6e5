package dev.millrace.layout;

/**
 * A use of a conversion word.
 *
 * @param options in braces, or empty
 * @param group whether it stands around others
 */
record WordUse(String word, String options, String modifier, boolean group) {
    @Override
    public String toString() {
        return "%" + modifier + word + (group ? "(…)" : "") + options;
    }
}
