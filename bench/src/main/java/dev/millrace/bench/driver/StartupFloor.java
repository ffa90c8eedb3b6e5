package dev.millrace.bench.driver;

import java.io.FileOutputStream;
import java.io.IOException;

/**
 * Writes one line to a file without any logging: what the JVM's own start costs.
 *
 * @since 0.1.0
 */
public final class StartupFloor {
    private StartupFloor() {}

    /** The smallest program that writes. */
    public static void main(String[] arguments) throws IOException {
        try (FileOutputStream file = new FileOutputStream(System.getProperty("bench.file"))) {
            file.write("hello world\n".getBytes());
        }
        while (System.in.read() >= 0) {
            // until the parent has seen the line
        }
    }
}
