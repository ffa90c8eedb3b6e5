package dev.millrace.cli.transfer;

import dev.millrace.cli.look.CommandFailure;
import java.util.List;

/** The parser that {@code --format} and {@code --field} ask for. */
final class LineFormats {
    private LineFormats() {}

    /** A parser; what cannot be one ends the command with a line that says why. */
    static LineParser parser(String format, List<String> fields) {
        try {
            List<FieldChoice> choices = fields.stream().map(FieldChoice::parse).toList();
            return switch (format) {
                case "common" -> LogLines.of(LogFormat.common(), choices);
                case "combined" -> LogLines.of(LogFormat.combined(), choices);
                case "json" -> json(choices);
                case "lines" -> lines(choices);
                default -> custom(format, choices);
            };
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(e.getMessage());
        }
    }

    private static LineParser json(List<FieldChoice> choices) {
        if (choices.isEmpty()) {
            throw CommandFailure.usage("no fields: JSON lines need one --field for each key that is to be kept, such as"
                    + " --field time:time=@timestamp --field status:integer");
        }
        return new JsonLines(choices);
    }

    private static LineParser lines(List<FieldChoice> choices) {
        if (!choices.isEmpty()) {
            throw CommandFailure.usage("--format lines has one field, line: leave --field out");
        }
        return new AnyLine();
    }

    private static LineParser custom(String format, List<FieldChoice> choices) {
        if (format.indexOf('$') < 0) {
            throw CommandFailure.usage("no format: '" + format + "' (common, combined, json, lines, or the text of a"
                    + " log_format with its $variables, in single quotes)");
        }
        return LogLines.of(LogFormat.parse(format), choices);
    }
}
