package dev.millrace.cli.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * The file {@code schema} in a queue's directory, which says what its records hold:
 *
 * <pre>
 * millrace-schema 1
 * time_local time
 * status integer
 * </pre>
 *
 * <p>It is written once, whole or not at all, before the first record, and never changed.
 */
final class SchemaFile {
    private static final String NAME = "schema";
    private static final String MAGIC = "millrace-schema ";
    private static final String VERSION = "1";
    private static final int MAX_BYTES = 64 << 10;

    private SchemaFile() {}

    static Path in(Path queue) {
        return queue.resolve(NAME);
    }

    /**
     * Reads the schema of a queue; null when it has none.
     *
     * @throws SchemaException when the file is damaged or of a newer version
     */
    static Schema read(Path queue) throws IOException {
        Path file = in(queue);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
            throw new SchemaException("not a schema: file=" + file);
        }
        String[] lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n", -1);
        if (!lines[0].startsWith(MAGIC)) {
            throw new SchemaException("not a schema: file=" + file + " does not begin with " + MAGIC + VERSION);
        }
        String version = lines[0].substring(MAGIC.length());
        if (!version.equals(VERSION)) {
            throw new SchemaException("a schema of another version: file=" + file + ", version=" + printable(version)
                    + ", known=" + VERSION + " (use the Millrace that wrote it, or a newer one)");
        }
        List<Field> fields = new ArrayList<>();
        for (int line = 1; line < lines.length - 1; line++) {
            fields.add(field(file, line + 1, lines[line]));
        }
        if (!lines[lines.length - 1].isEmpty()) {
            throw new SchemaException("the schema is cut off: file=" + file + ", line=" + lines.length);
        }
        try {
            return new Schema(fields);
        } catch (IllegalArgumentException e) {
            throw new SchemaException("not a schema: file=" + file + ": " + e.getMessage());
        }
    }

    private static Field field(Path file, int number, String line) throws SchemaException {
        int space = line.indexOf(' ');
        String name = space < 0 ? line : line.substring(0, space);
        FieldType type = FieldType.ofWord(line.substring(space + 1));
        if (space < 0 || type == null || !Field.isName(name)) {
            throw new SchemaException(
                    "not a field of a schema: file=" + file + ", line=" + number + ": " + printable(line));
        }
        return new Field(name, type);
    }

    private static String printable(String text) {
        return text.replaceAll("[^\\x20-\\x7e]", "?").substring(0, Math.min(text.length(), 100));
    }

    /** Writes the schema of a queue that has none. */
    static void write(Path queue, Schema schema) throws IOException {
        StringBuilder text = new StringBuilder(MAGIC).append(VERSION).append('\n');
        for (Field field : schema.fields()) {
            text.append(field.name()).append(' ').append(field.type().word()).append('\n');
        }
        Path unfinished = queue.resolve(NAME + ".new");
        Files.deleteIfExists(unfinished);
        if (Files.getFileStore(queue).supportsFileAttributeView("posix")) {
            Files.createFile(
                    unfinished, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.write(unfinished, text.toString().getBytes(StandardCharsets.UTF_8));
        Files.move(unfinished, in(queue), StandardCopyOption.ATOMIC_MOVE);
    }
}
