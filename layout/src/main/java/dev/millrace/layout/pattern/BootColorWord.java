package dev.millrace.layout.pattern;

/**
 * Spring Boot's <code>%clr(…){color}</code>: a group in a colour, in that of the event's level without one; only where
 * colours are wanted.
 */
final class BootColorWord extends GroupWord {
    private static final LevelColors COLORS = new LevelColors("31", "33", "32", "32");

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        program.begin(use.fit());
        if (program.context().ansi() && program.context().colors()) {
            String code = code(use.option(0));
            if (code == null) {
                program.appendCached(Program.LEVEL, null, COLORS);
            } else {
                program.literal(ColorWord.start(code));
            }
            program.compile(children(use));
            program.literal(ColorWord.RESET);
        } else {
            program.compile(children(use));
        }
        program.end(use.fit());
    }

    /** The code of a colour's name, or null. */
    static String code(String name) {
        return switch (name == null ? "" : name) {
            case "faint" -> "2";
            case "black" -> "30";
            case "red" -> "31";
            case "green" -> "32";
            case "yellow" -> "33";
            case "blue" -> "34";
            case "magenta" -> "35";
            case "cyan" -> "36";
            case "white" -> "37";
            case "bright_black" -> "90";
            case "bright_red" -> "91";
            case "bright_green" -> "92";
            case "bright_yellow" -> "93";
            case "bright_blue" -> "94";
            case "bright_magenta" -> "95";
            case "bright_cyan" -> "96";
            case "bright_white" -> "97";
            default -> null;
        };
    }
}
