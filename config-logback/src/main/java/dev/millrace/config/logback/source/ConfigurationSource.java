package dev.millrace.config.logback.source;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Where a configuration is read from.
 *
 * @param url its address
 * @since 0.1.0
 */
public record ConfigurationSource(URL url) {
    private static final int NETWORK_TIMEOUT_MILLIS = 10_000;

    /** Its name for people: a path when it is a file, else its address. */
    public String name() {
        Path file = file();
        return file == null ? url.toString() : file.toString();
    }

    /** The file that it is, also where its address is relative or has spaces, which the JDK reads; null for others. */
    public Path file() {
        boolean local = url.getHost() == null || url.getHost().isEmpty();
        if (!local || !url.getProtocol().equals("file")) {
            return null;
        }
        try {
            return new File(path()).toPath();
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private String path() {
        try {
            return url.toURI().getSchemeSpecificPart();
        } catch (URISyntaxException e) {
            return url.getPath();
        }
    }

    /** Whether its name ends as those of test configurations do. */
    public boolean isTest() {
        return url.getPath().endsWith("-test.xml");
    }

    /**
     * Reads it, at most one byte more than the limit.
     *
     * @throws IOException when it cannot be read
     */
    public byte[] read(int limitBytes) throws IOException {
        Path file = file();
        if (file != null && file.toFile().isDirectory()) {
            // The JDK would read the names of what is in it.
            throw new IOException("it is a directory");
        }
        URLConnection connection = url.openConnection();
        // A cached jar connection would keep the jar open, or close it under someone else's feet.
        connection.setUseCaches(false);
        connection.setConnectTimeout(NETWORK_TIMEOUT_MILLIS);
        connection.setReadTimeout(NETWORK_TIMEOUT_MILLIS);
        try (InputStream in = connection.getInputStream()) {
            return in.readNBytes(limitBytes + 1);
        }
    }
}
