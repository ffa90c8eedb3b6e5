package dev.millrace.cli;

import dev.millrace.cli.command.CatCommand;
import dev.millrace.cli.command.GrepCommand;
import dev.millrace.cli.command.RecoverCommand;
import dev.millrace.cli.command.RenderCommand;
import dev.millrace.cli.command.StatCommand;
import dev.millrace.cli.command.TailCommand;
import dev.millrace.cli.command.VacuumCommand;
import dev.millrace.cli.command.VerifyCommand;
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
        ALL.put("cat", CatCommand::new);
        ALL.put("tail", TailCommand::new);
        ALL.put("grep", GrepCommand::new);
        ALL.put("render", RenderCommand::new);
        ALL.put("stat", StatCommand::new);
        ALL.put("verify", VerifyCommand::new);
        ALL.put("recover", RecoverCommand::new);
        ALL.put("vacuum", VacuumCommand::new);
        ALL.put("import", ImportCommand::new);
        ALL.put("export", ExportCommand::new);
        ALL.put("completion", CompletionCommand::new);
        ALL.put("manual", ManualCommand::new);
    }

    private Commands() {}

    static Map<String, Function<Console, Object>> all() {
        return ALL;
    }
}
