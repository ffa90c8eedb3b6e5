package dev.millrace.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Which Millrace is measured: the version of its jar, and the commit where there is git. */
final class MillraceVersion {
    private static final String PREFIX = "millrace-";
    private static final long LIMIT_SECONDS = 10;

    private MillraceVersion() {}

    static String read() throws IOException {
        return of(Backend.MILLRACE.builtJars(), commit(Installation.target()));
    }

    /** The versions of Millrace's jars, of which none may be built yet, and the commit, if there is one. */
    static String of(List<Path> jars, String commit) {
        List<String> parts = new ArrayList<>();
        for (Path jar : jars) {
            String name = jar.getFileName().toString();
            if (name.startsWith(PREFIX)) {
                parts.add(name.substring(PREFIX.length()).replaceFirst("\\.jar$", ""));
            }
        }
        if (!commit.isEmpty()) {
            parts.add(commit);
        }
        return String.join(", ", parts);
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
