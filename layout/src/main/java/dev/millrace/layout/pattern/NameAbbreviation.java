package dev.millrace.layout.pattern;

import dev.millrace.layout.LayoutProblem;
import java.util.function.UnaryOperator;

/** Shortens dotted names: packages lose all but their first letter, from the left, until the name is short enough. */
final class NameAbbreviation implements UnaryOperator<String> {
    private final int target;

    private NameAbbreviation(int target) {
        this.target = target;
    }

    /** What a word's first option asks for; null when names are printed whole. */
    static UnaryOperator<String> of(PatternNode use, ProgramBuilder program) {
        String option = use.option(0);
        if (option == null) {
            return null;
        }
        try {
            int target = Integer.parseInt(option);
            return target < 0 ? null : new NameAbbreviation(target);
        } catch (NumberFormatException e) {
            program.reportOption(
                    LayoutProblem.BAD_OPTION, use, "[" + option + "] is no length; names are printed whole");
            return null;
        }
    }

    @Override
    public String apply(String name) {
        return target == 0 ? lastPart(name) : shorten(name, target);
    }

    static String lastPart(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The last part stays whole, however long it is; a package is either shortened to one letter or not at all. */
    static String shorten(String name, int target) {
        int lastDot = name.lastIndexOf('.');
        if (name.length() < target || lastDot < 0) {
            return name;
        }
        int roomForPackages = Math.max(0, target - (name.length() - lastDot));
        int excess = lastDot - roomForPackages;
        StringBuilder shortened = new StringBuilder(name.length());
        int at = 0;
        boolean partStarts = true;
        for (; at < lastDot; at++) {
            char c = name.charAt(at);
            if (c == '.') {
                if (excess <= 0) {
                    break;
                }
                shortened.append(c);
                partStarts = true;
            } else if (partStarts) {
                shortened.append(c);
                partStarts = false;
            } else {
                excess--;
            }
        }
        return shortened.append(name, at, name.length()).toString();
    }
}
