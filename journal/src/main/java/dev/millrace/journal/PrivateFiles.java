package dev.millrace.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Creates files and directories that only their owner may read.
 *
 * @since 0.1.0
 */
public final class PrivateFiles {
    private static final FileAttribute<?> OWNER_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /** What the system shows of this process is its user's. */
    private static final Path SELF = Path.of("/proc/self/fd");

    private PrivateFiles() {}

    /** Opens a file; one that is created only its owner may read and write. */
    public static FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
        return posix(file) ? FileChannel.open(file, options, OWNER_FILE) : FileChannel.open(file, options);
    }

    /** Whether both are there and of one owner, links themselves; true for all that are there where the system tells no owners. */
    public static boolean haveOneOwner(Path one, Path other) {
        String owner = posix(one) ? "unix:uid" : "basic:isOther";
        try {
            return Files.getAttribute(one, owner, LinkOption.NOFOLLOW_LINKS)
                    .equals(Files.getAttribute(other, owner, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** Whether it is known to be of the user that this process runs as. */
    public static boolean isOurs(Path path) {
        return haveOneOwner(path, SELF);
    }

    /**
     * Where a name leads, as the system does in directories that all may write to.
     *
     * @throws IOException where it is a link that neither this user made nor the owner of the file or the directory
     */
    public static Path follow(Path name) throws IOException {
        if (!Files.isSymbolicLink(name)) {
            return name;
        }
        Path file = name.toRealPath();
        if (!isOurs(name)
                && !haveOneOwner(name, file)
                && !haveOneOwner(name, name.toAbsolutePath().getParent())) {
            throw new IOException("somebody else has made the link " + name + " to " + file);
        }
        return file;
    }

    /** A new file, to be written and mapped. */
    static FileChannel create(Path file) throws IOException {
        return open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    static void createDirectory(Path directory) throws IOException {
        if (posix(directory)) {
            Files.createDirectory(directory, OWNER_DIRECTORY);
        } else {
            Files.createDirectory(directory);
        }
    }

    /** Takes from others what they may do in a directory that is there. */
    static void close(Path directory) throws IOException {
        Files.getFileAttributeView(directory, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setPermissions(OWNER_DIRECTORY.value());
    }

    /** Whether only its owner may do anything in a directory. */
    static boolean isClosed(PosixFileAttributes directory) {
        return OWNER_DIRECTORY.value().containsAll(directory.permissions());
    }

    static boolean posix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
