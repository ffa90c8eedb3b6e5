package dev.millrace.bench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A report as a JSON file.
 *
 * @since 0.1.0
 */
public final class ReportFile {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, true)
            .configure(SerializationFeature.INDENT_OUTPUT, true);

    private ReportFile() {}

    /** Writes it. */
    public static void write(Report report, Path file) throws IOException {
        Files.writeString(file, json(report));
    }

    /** Reads one; an {@link IOException} says what is wrong with the file. */
    public static Report read(Path file) throws IOException {
        try {
            Report report = MAPPER.readValue(file.toFile(), Report.class);
            if (report.schema() != Report.SCHEMA) {
                throw new IOException(
                        file + " has schema " + report.schema() + ", this program reads " + Report.SCHEMA);
            }
            return report;
        } catch (JsonProcessingException e) {
            throw new IOException(file + " is no report of the workbench: " + e.getOriginalMessage(), e);
        }
    }

    static String json(Report report) throws IOException {
        return MAPPER.writeValueAsString(report);
    }
}
