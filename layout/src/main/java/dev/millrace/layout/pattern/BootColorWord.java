package dev.millrace.layout.pattern;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Spring Boot's <code>%clr(…){color, style, …}</code>: a group in a colour, in that of the event's level without one; only
 * where colours are wanted.
 */
final class BootColorWord extends GroupWord {
    private static final LevelColors OF_LEVEL = new LevelColors("31", "33", "32", "32");
    // Each at the place of its code.
    private static final List<String> COLORS =
            List.of("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white");
    private static final List<String> STYLES =
            List.of("normal", "bold", "faint", "italic", "underline", "", "", "reverse");
    private static final String BRIGHT = "bright_";
    private static final String BACKGROUND = "bg_";

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        program.begin(use.fit());
        if (program.context().ansi() && program.context().colors()) {
            String codes = codes(use.options());
            if (codes.isEmpty()) {
                program.appendCached(Program.LEVEL, null, OF_LEVEL);
            } else {
                program.literal(ColorWord.start(codes));
            }
            program.compile(children(use));
            program.literal(ColorWord.RESET);
        } else {
            program.compile(children(use));
        }
        program.end(use.fit());
    }

    /** The codes of all names that are known, of whatever case and between commas, too: as Spring Boot 4.1 reads them. */
    private static String codes(List<String> options) {
        StringJoiner codes = new StringJoiner(";");
        for (String name : String.join(",", options).toLowerCase(Locale.ROOT).split(",", -1)) {
            String trimmed = name.trim();
            boolean behind = trimmed.startsWith(BACKGROUND);
            String code = behind ? color(trimmed.substring(BACKGROUND.length()), 40) : code(trimmed);
            if (code == null && !trimmed.isEmpty() && STYLES.contains(trimmed)) {
                code = Integer.toString(STYLES.indexOf(trimmed));
            }
            if (code != null) {
                codes.add(code);
            }
        }
        return codes.toString();
    }

    /** The code of a colour's name, or of {@code faint}; null for others. */
    static String code(String name) {
        return name.equals("faint") ? "2" : color(name, 30);
    }

    /** {@code first}: the code of black. */
    private static String color(String name, int first) {
        boolean bright = name.startsWith(BRIGHT);
        int color = COLORS.indexOf(bright ? name.substring(BRIGHT.length()) : name);
        return color < 0 ? null : Integer.toString(first + color + (bright ? 60 : 0));
    }
}
