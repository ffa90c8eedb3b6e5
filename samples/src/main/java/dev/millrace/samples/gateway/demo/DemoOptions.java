package dev.millrace.samples.gateway.demo;

import java.nio.file.Path;

/**
 * The command line.
 *
 * @param seconds how long each backend is measured
 * @param warmupSeconds how long it runs before that
 * @param clients how many connections the load comes from
 * @param port the gateway's port; 0 for a free one
 * @param directory where the work directory is made; null for the temporary directory
 * @param keep whether the work directory stays
 * @param help whether only the usage is wanted
 */
record DemoOptions(int seconds, int warmupSeconds, int clients, int port, Path directory, boolean keep, boolean help) {
    static final String USAGE =
            """
            usage: ./millrace demo [options]

            Runs a small SQL gateway under load without logging, with Logback (synchronous, then
            AsyncAppender) and with Millrace, and compares them. Then kills Millrace's gateway with
            SIGKILL under load, starts it again, and looks for every answered statement in the log.

              --seconds N   measure each backend for N seconds (default 5)
              --warmup N    after N seconds that do not count (default 2)
              --clients N   connections the load comes from (default 16)
              --port N      port of the gateway on 127.0.0.1 (default 0: a free one)
              --dir PATH    make the work directory there (default: the temporary directory)
              --keep        keep the work directory: logs, and a journal of what Millrace delivered
              --help        this text

            Exit codes: 0 nothing was lost and every gateway ended cleanly; 1 it did not;
            2 wrong usage; 3 taken port, full disk or missing file; 130 interrupted.
            """;

    /** Reads the command line; a {@link DemoFailure} says what is wrong with it. */
    static DemoOptions parse(String... args) {
        int seconds = 5;
        int warmupSeconds = 2;
        int clients = 16;
        int port = 0;
        Path directory = null;
        boolean keep = false;
        boolean help = false;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--seconds" -> seconds = number(args, i++, 1, 600);
                case "--warmup" -> warmupSeconds = number(args, i++, 0, 600);
                case "--clients" -> clients = number(args, i++, 1, 256);
                case "--port" -> port = number(args, i++, 0, 65_535);
                case "--dir" -> directory = Path.of(value(args, i++));
                case "--keep" -> keep = true;
                case "--help", "-h" -> help = true;
                default -> throw usage("unknown option " + args[i]);
            }
        }
        return new DemoOptions(seconds, warmupSeconds, clients, port, directory, keep, help);
    }

    private static int number(String[] args, int option, int min, int max) {
        String text = value(args, option);
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, as for a number out of range.
        }
        throw usage(args[option] + " takes a number from " + min + " to " + max + ", not " + text);
    }

    private static String value(String[] args, int option) {
        if (option + 1 == args.length) {
            throw usage(args[option] + " needs a value");
        }
        return args[option + 1];
    }

    private static DemoFailure usage(String problem) {
        return new DemoFailure(ExitCode.USAGE, problem + System.lineSeparator() + USAGE);
    }
}
