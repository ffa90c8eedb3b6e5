package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.config.logback.report.RecordingReport;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a program has or has not decides what becomes of rolled files. */
class CompressionLibrariesTest {
    private static final String WITHOUT_XZ = "org.tukaani:xz, which is not there";

    @Test
    void shouldCompressByXzWhereItsLibraryIs() throws Exception {
        assertThat(read(loader(""), ".xz")).isEqualTo("XZ");
    }

    @Test
    void shouldCompressByGzipWhereTheLibraryOfXzIsNot() throws Exception {
        assertThat(read(loader("xz-"), ".xz")).startsWith("GZIP MR780").contains(WITHOUT_XZ);
    }

    @Test
    void shouldLeaveFilesAsTheyAreWhereTheLibraryOfZstIsNot() throws Exception {
        assertThat(read(loader("zstd-jni-"), ".zst")).startsWith("PLAIN MR780");
    }

    /** Everything of this test but the libraries whose files' names begin so. */
    private static URLClassLoader loader(String without) throws MalformedURLException {
        List<URL> places = new ArrayList<>();
        for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(place);
            if (without.isEmpty() || !path.getFileName().toString().startsWith(without)) {
                places.add(path.toUri().toURL());
            }
        }
        return new URLClassLoader(places.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }

    private static String read(URLClassLoader loader, String ending) throws Exception {
        try (loader) {
            return (String) loader.loadClass(Reading.class.getName())
                    .getMethod("format", String.class)
                    .invoke(null, ending);
        }
    }

    /** Is loaded by each of the loaders. */
    public static final class Reading {
        private Reading() {}

        /** The format of a rolling file whose name ends so, and what was said about it. */
        public static String format(String ending) {
            String xml = "<configuration><appender name='R' class='ch.qos.logback.core.rolling.RollingFileAppender'>"
                    + "<rollingPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'>"
                    + "<fileNamePattern>app.%d.log" + ending + "</fileNamePattern></rollingPolicy>"
                    + "<encoder><pattern>%m%n</pattern></encoder></appender>"
                    + "<root><appender-ref ref='R'/></root></configuration>";
            RecordingReport report = new RecordingReport();
            Plan plan = new LogbackPlanReader(new FakeSurroundings())
                    .read(xml.getBytes(StandardCharsets.UTF_8), "logback.xml", false, null, report);
            SinkPlan.RollingFileSink sink =
                    (SinkPlan.RollingFileSink) plan.sinks().get(0);
            return String.join(
                            " ",
                            sink.roll().format().toString(),
                            String.join(
                                    " ",
                                    report.messages().stream()
                                            .filter(message -> message.startsWith("MR780"))
                                            .toList()))
                    .trim();
        }
    }
}
