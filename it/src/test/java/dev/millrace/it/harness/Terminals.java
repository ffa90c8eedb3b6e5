package dev.millrace.it.harness;

import java.nio.file.Files;
import java.nio.file.Path;

/** Pseudo-terminals, kept by {@code script} of util-linux; what is printed on one is {@code script}'s own output. */
public final class Terminals {
    /** What a test says when there are none. */
    public static final String NONE = "no terminal: script(1) of util-linux is not installed";

    private static final Path SCRIPT = Path.of("/usr/bin/script");

    private Terminals() {}

    /** Whether there are any. */
    public static boolean exist() {
        return Files.isExecutable(SCRIPT);
    }

    /** What to put before a command so that its output is a terminal; its standard error goes to a file. */
    public static String[] launcher(Path errors) {
        String shell = "for a; do q=\"$q '$a'\"; done; exec " + SCRIPT + " -q -e -c \"stty -opost; exec $q 2> '"
                + errors + "'\" /dev/null";
        return new String[] {"/bin/sh", "-c", shell, "sh"};
    }
}
