package dev.millrace.it.harness;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.zip.ZipFile;

/**
 * A file on Maven Central, fetched once and kept below the build's own folder.
 *
 * @param group its group
 * @param name its name
 * @param version its version
 * @param ending what its file's name has behind the version: {@code .jar}, {@code -distribution.zip}
 */
public record Artifact(String group, String name, String version, String ending) {
    private static final String CENTRAL = "https://repo1.maven.org/maven2/";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Reads {@code group:name:version} or {@code group:name:version:ending}; a jar without an ending. */
    public static Artifact parse(String text) {
        String[] parts = text.split(":");
        return new Artifact(parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : ".jar");
    }

    /**
     * The file, after it was compared with a checksum.
     *
     * @param sha256 in hexadecimal
     * @throws IOException when it cannot be had, or is another one
     */
    public Path fetch(String sha256) throws IOException {
        Path file = fetch();
        try (InputStream in = Files.newInputStream(file)) {
            compare(file.toString(), in, sha256);
        }
        return file;
    }

    /** A file in the archive, after it was compared with a checksum. */
    public byte[] fetchEntry(String entry, String sha256) throws IOException {
        try (ZipFile archive = new ZipFile(fetch().toFile())) {
            byte[] bytes;
            try (InputStream in = archive.getInputStream(archive.getEntry(entry))) {
                bytes = in.readAllBytes();
            }
            compare(entry, new ByteArrayInputStream(bytes), sha256);
            return bytes;
        }
    }

    private Path fetch() throws IOException {
        Path file = folder().resolve(fileName());
        if (!Files.exists(file)) {
            Path part = Files.createTempFile(folder(), name, ".part");
            download(part);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return file;
    }

    private void download(Path to) throws IOException {
        URI address = URI.create(CENTRAL + group.replace('.', '/') + "/" + name + "/" + version + "/" + fileName());
        try {
            HttpResponse<Path> response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(address).timeout(PATIENCE).build(),
                            HttpResponse.BodyHandlers.ofFile(to));
            if (response.statusCode() != 200) {
                throw new IOException(address + " answers " + response.statusCode());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private String fileName() {
        return name + "-" + version + ending;
    }

    /** Where what was fetched is kept: below {@code it/target}. */
    public static Path folder() {
        try {
            Path classes = Path.of(Artifact.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Files.createDirectories(classes.resolveSibling("artifacts"));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void compare(String what, InputStream in, String sha256) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        byte[] buffer = new byte[1 << 16];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            digest.update(buffer, 0, count);
        }
        String found = HexFormat.of().formatHex(digest.digest());
        if (!found.equals(sha256)) {
            throw new IOException(what + " has the SHA-256 " + found + " and not " + sha256);
        }
    }

    @Override
    public String toString() {
        return group + ":" + name + ":" + version;
    }
}
