package dev.millrace.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Which Millrace is measured: the version of its jar, and the commit where there is git. */
final class MillraceVersion {
    private static final long LIMIT_SECONDS = 10;

    private MillraceVersion() {}

    static String read() throws IOException {
        String jars = String.join(
                ", ",
                Backend.MILLRACE.jars().stream()
                        .map(jar -> jar.getFileName().toString())
                        .filter(name -> name.startsWith("millrace-"))
                        .map(name -> name.substring("millrace-".length()).replaceFirst("\\.jar$", ""))
                        .toList());
        String commit = commit(Installation.target());
        return commit.isEmpty() ? jars : jars + ", " + commit;
    }

    /** Of the clone that the directory is in; empty where there is none, or no git. */
    static String commit(Path directory) {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty")
                    .directory(directory.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String printed = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            return git.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && git.exitValue() == 0 ? printed : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
