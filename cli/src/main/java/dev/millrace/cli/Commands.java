package dev.millrace.cli;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.transfer.ExportCommand;
import dev.millrace.cli.transfer.ImportCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The commands by name. Only the one that is asked for is loaded: most of a short command's time is loading classes. */
final class Commands {
    private static final Map<String, Function<Console, Object>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("import", ImportCommand::new);
        ALL.put("export", ExportCommand::new);
        ALL.put("completion", CompletionCommand::new);
    }

    private Commands() {}

    static Map<String, Function<Console, Object>> all() {
        return ALL;
    }
}
