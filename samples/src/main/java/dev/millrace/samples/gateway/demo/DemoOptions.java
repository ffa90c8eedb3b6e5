package dev.millrace.samples.gateway.demo;

import java.nio.file.Path;

/**
 * The command line.
 *
 * @param seconds how long each backend is measured
 * @param warmupSeconds how long it runs before that
 * @param clients how many connections the load comes from
 * @param port the first of the gateways' ports; 0 for free ones
 * @param directory where the work directory is made; null for the temporary directory
 * @param keep whether the work directory stays
 * @param help whether only the usage is wanted
 */
record DemoOptions(int seconds, int warmupSeconds, int clients, int port, Path directory, boolean keep, boolean help) {
    private static final int HIGHEST_PORT = 65_535 - Backend.values().length + 1;

    static final String USAGE =
            """
            usage: ./millrace demo [options]

            Runs a small SQL gateway without logging, with Logback (synchronous, and AsyncAppender) and
            with Millrace. They have the load in turn, a second each, and are compared. Then kills
            Millrace's gateway with SIGKILL under load, starts it again, and looks for every answered
            statement in the log.

              --seconds N   measure each backend for N seconds (default 5)
              --warmup N    after N seconds that do not count (default 4)
              --clients N   connections the load comes from (default 16)
              --port N      ports of the gateways on 127.0.0.1, from N on (default 0: free ones)
              --dir PATH    make the work directory there (default: the temporary directory)
              --keep        keep the work directory: logs, and a journal of what Millrace delivered
              --help        this text

            Exit codes: 0 nothing was lost and every gateway ended cleanly; 1 it did not;
            2 wrong usage; 3 taken port, full disk or missing file; 130 interrupted.
            """;

    /** Reads the command line; a {@link DemoFailure} says what is wrong with it. */
    static DemoOptions parse(String... args) {
        int seconds = 5;
        int warmupSeconds = 4;
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
                case "--port" -> port = number(args, i++, 0, HIGHEST_PORT);
                case "--dir" -> directory = Path.of(value(args, i++));
                case "--keep" -> keep = true;
                case "--help", "-h" -> help = true;
                default -> throw usage("unknown option " + args[i]);
            }
        }
        return new DemoOptions(seconds, warmupSeconds, clients, port, directory, keep, help);
    }

    /** Each gateway has its own: they are up at the same time. */
    int portOf(Backend backend) {
        return port == 0 ? 0 : port + backend.ordinal();
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
