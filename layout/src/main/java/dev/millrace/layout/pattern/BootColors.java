package dev.millrace.layout.pattern;

/** The names of colours that Spring Boot's words take as an option. */
final class BootColors {
    private BootColors() {}

    /** The code of a name, or null. */
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
