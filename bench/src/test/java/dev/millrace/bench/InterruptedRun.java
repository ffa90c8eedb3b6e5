package dev.millrace.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A program that has a work directory with a run and a fork in it, says so, and goes on until it is killed. */
final class InterruptedRun {
    private InterruptedRun() {}

    /** Its work directory, and {@code on} or {@code off} for {@code --keep}. */
    public static void main(String[] arguments) throws Exception {
        List<String> words = arguments[1].equals("on")
                ? List.of("--work=" + arguments[0], "--keep")
                : List.of("--work=" + arguments[0]);
        Options options = Options.parse(words, Map.of("work", "", "keep", Options.OFF));
        try (WorkDirectory work = WorkDirectory.open(options)) {
            Path run = work.freshRun(Backend.LOGBACK);
            Files.writeString(run.resolve("bench.log"), "a line\n");
            Process fork = LiveForks.start(new ProcessBuilder("sleep", "1000").directory(run.toFile()));
            System.out.println(fork.pid());
            int code = fork.waitFor();
            // Here a scenario would go on with the next run.
            WorkDirectory next = WorkDirectory.open(options);
            System.out.println("the fork ended with " + code + ", and then came " + next.root());
        }
    }
}
