package dev.millrace.bench;

import dev.millrace.bench.driver.DriverMain;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** The file that tells a driver what to do. */
final class ForkParameters {
    private ForkParameters() {}

    /** Writes it into the fork's directory, with the file that is logged to and whose fork it is. */
    static Path write(Path directory, Map<String, String> parameters, Path log) throws IOException {
        Path input = directory.resolve("parameters.properties");
        Properties properties = new Properties();
        properties.putAll(parameters);
        properties.setProperty("file", log.toString());
        properties.setProperty(
                DriverMain.WORKBENCH, Long.toString(ProcessHandle.current().pid()));
        try (Writer writer = Files.newBufferedWriter(input)) {
            properties.store(writer, null);
        }
        return input;
    }
}
