package dev.millrace.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What only root may do. Where it may not be done, a proof is skipped by name. */
public final class Privileges {
    /** What a proof says when it may not mount. */
    public static final String NO_MOUNT = "not permitted to mount a file system here (root, outside a sandbox)";

    /** What a proof says when it may not start processes as somebody else. */
    public static final String NO_OTHER_USER = "not permitted to run as another user here (root and setpriv)";

    private Privileges() {}

    /** Runs a command; true when it ended well. */
    public static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A small file system in memory; closing unmounts it. */
    public static final class SmallDisk implements AutoCloseable {
        private final Path path;

        private SmallDisk(Path path) {
            this.path = path;
        }

        /** Mounts one, or returns null when that is not permitted. */
        public static SmallDisk mount(Path path, int megabytes) {
            return run("mount", "-t", "tmpfs", "-o", "mode=0755,size=" + megabytes + "m", "none", path.toString())
                    ? new SmallDisk(path)
                    : null;
        }

        /** Bytes that can still be written. */
        public long usableBytes() {
            try {
                return Files.getFileStore(path).getUsableSpace();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            if (!run("umount", path.toString())) {
                run("umount", "-l", path.toString());
            }
        }
    }

    /** The command that runs another as a user with this number, without any group. */
    public static String[] as(int user) {
        return new String[] {"setpriv", "--reuid", "" + user, "--regid", "" + user, "--clear-groups"};
    }

    /** Whether processes can be started as another user. */
    public static boolean canRunAs(int user) {
        List<String> command = new ArrayList<>(List.of(as(user)));
        command.add("true");
        return run(command.toArray(new String[0]));
    }

    /** Copies a class path to where any user can read it. */
    public static List<Path> readableByAll(List<Path> classPath, Path target) {
        List<Path> copies = new ArrayList<>();
        try {
            for (Path place : classPath) {
                Path copy = target.resolve(copies.size() + "-" + place.getFileName());
                copyTree(place, copy);
                copies.add(copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!run("chmod", "-R", "a+rX", target.toString())) {
            throw new IllegalStateException("chmod failed: " + target);
        }
        return copies;
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> below = Files.walk(from)) {
            for (Path path : below.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }
}
