package dev.millrace.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs commands in a JVM of a user who owns nothing; root is asked for no permission, so a test of permissions that runs
 * as root needs one.
 */
final class AsAnotherUser {
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
    private static final String SEPARATOR = "\t";

    private AsAnotherUser() {}

    /** Whether this JVM may become another user. */
    static boolean isPossible() {
        return System.getProperty("user.name").equals("root") && Files.isExecutable(SETPRIV);
    }

    /** Runs commands one after the other in one JVM, whose class path is copied to where that user may read it. */
    static List<Run> run(Path home, List<List<String>> commands) throws IOException, InterruptedException {
        Path commandFile = Files.write(
                home.resolve("commands"),
                commands.stream()
                        .map(command -> String.join(SEPARATOR, command))
                        .toList());
        Path classes = home.resolve("classes");
        List<String> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(":")) {
            Path copy = classes.resolve(Integer.toString(classPath.size()));
            copy(Path.of(entry), copy);
            classPath.add(copy.toString());
        }
        Process process = new ProcessBuilder(
                        SETPRIV.toString(),
                        "--reuid=65534",
                        "--regid=65534",
                        "--clear-groups",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        String.join(":", classPath),
                        AsAnotherUser.class.getName(),
                        commandFile.toString())
                .redirectError(home.resolve("stderr").toFile())
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        if (process.waitFor() != 0) {
            throw new IOException(Files.readString(home.resolve("stderr")));
        }
        return output.lines().map(AsAnotherUser::parsed).collect(Collectors.toList());
    }

    private static void copy(Path from, Path to) throws IOException {
        if (!Files.exists(from)) {
            return;
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                boolean directory = Files.isDirectory(file);
                Files.createDirectories(directory ? copy : copy.getParent());
                if (!directory) {
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
                Files.setPosixFilePermissions(
                        copy, PosixFilePermissions.fromString(directory ? "rwxr-xr-x" : "rw-r--r--"));
            }
        }
    }

    private static Run parsed(String line) {
        String[] parts = line.split(",", -1);
        return new Run(text(parts[1]), text(parts[2]), Integer.parseInt(parts[0]));
    }

    private static String text(String encoded) {
        return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Takes the file of the commands. */
    public static void main(String[] arguments) throws IOException {
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            Run run = Run.of(line.split(SEPARATOR));
            System.out.println(run.exitCode() + "," + encoded(run.out()) + "," + encoded(run.err()));
        }
    }
}
