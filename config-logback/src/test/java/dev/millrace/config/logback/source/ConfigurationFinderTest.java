package dev.millrace.config.logback.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.config.logback.report.RecordingReport;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFinderTest {
    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final RecordingReport report = new RecordingReport();

    @TempDir
    Path directory;

    private Path one;
    private Path two;
    private ConfigurationFinder finder;

    @BeforeEach
    void makeFolders() throws IOException {
        one = Files.createDirectory(directory.resolve("one"));
        two = Files.createDirectory(directory.resolve("two with space"));
    }

    private Optional<ConfigurationSource> find() throws IOException {
        URL[] urls = {one.toUri().toURL(), two.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, null)) {
            finder = new ConfigurationFinder(loader, new MapSurroundings(), report);
            return finder.find();
        }
    }

    private String text() throws IOException {
        assertThat(find()).isPresent();
        return new String(finder.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void shouldFindNothingWithoutAConfiguration() throws IOException {
        assertThat(find()).isEmpty();
        assertThat(report.messages()).isEmpty();
    }

    @Test
    void shouldTellOfAConfigurationThatOnlySpringBootReads() throws IOException {
        Files.writeString(two.resolve("logback-spring.xml"), "of Spring Boot");

        assertThat(find()).isEmpty();

        assertThat(report.messages())
                .singleElement()
                .asString()
                .startsWith("MR411 ")
                .contains("/two%20with%20space/logback-spring.xml is not read", "call it logback.xml");
        Files.writeString(one.resolve("logback.xml"), "main");
        assertThat(text()).isEqualTo("main");
        assertThat(report.messages()).hasSize(1);
    }

    @Test
    void shouldPreferTheTestConfiguration() throws IOException {
        Files.writeString(one.resolve("logback.xml"), "main");
        Files.writeString(two.resolve("logback-test.xml"), "test");

        ConfigurationSource found = find().orElseThrow();

        assertThat(finder.bytes()).isEqualTo("test".getBytes(StandardCharsets.UTF_8));
        assertThat(found.isTest()).isTrue();
        assertThat(found.name()).isEqualTo(two.resolve("logback-test.xml").toString());
        assertThat(report.messages())
                .singleElement()
                .asString()
                .startsWith("MR407 the class path has ")
                .contains("/one/logback.xml");
    }

    @Test
    void shouldTakeTheFirstOfSeveralAndNameThemAll() throws IOException {
        Files.writeString(one.resolve("logback.xml"), "1");
        Files.writeString(two.resolve("logback.xml"), "2");

        assertThat(text()).isEqualTo("1");
        assertThat(report.messages())
                .singleElement()
                .asString()
                .startsWith("MR403 logback.xml is on the class path 2")
                .contains("/one/logback.xml", "/two%20with%20space/logback.xml");
    }

    @Test
    void shouldTakeWhatLogbacksPropertyNamesAsUrlResourceOrFile() throws IOException {
        Files.writeString(one.resolve("logback.xml"), "class path");
        Path file = Files.writeString(directory.resolve("my.xml"), "file");
        Files.writeString(two.resolve("resource.xml"), "resource");

        properties.put("logback.configurationFile", file.toString());
        assertThat(text()).isEqualTo("file");
        properties.put("logback.configurationFile", file.toUri().toString());
        assertThat(text()).isEqualTo("file");
        properties.put("logback.configurationFile", "resource.xml");
        assertThat(text()).isEqualTo("resource");
        assertThat(report.messages()).isEmpty();
    }

    @Test
    void shouldPreferWhatMillracesOwnNamesName() throws IOException {
        Path logback = Files.writeString(directory.resolve("logback-one.xml"), "logback");
        Path variable = Files.writeString(directory.resolve("variable.xml"), "variable");
        Path property = Files.writeString(directory.resolve("property.xml"), "property");

        properties.put("logback.configurationFile", logback.toString());
        assertThat(text()).isEqualTo("logback");
        environment.put("MILLRACE_CONFIG", variable.toString());
        assertThat(text()).isEqualTo("variable");
        properties.put("millrace.config", property.toString());
        assertThat(text()).isEqualTo("property");
        assertThat(report.messages()).hasSize(3).allSatisfy(message -> assertThat(message)
                .startsWith("MR407"));
    }

    @Test
    void shouldSayThatADirectoryIsNoConfiguration() throws IOException {
        Files.writeString(one.resolve("logback.xml"), "class path");
        properties.put("millrace.config", directory.toUri().toString());

        assertThat(text()).isEqualTo("class path");
        assertThat(report.messages())
                .singleElement()
                .asString()
                .startsWith("MR402")
                .contains("it is a directory", "the search goes on");
    }

    @Test
    void shouldSearchOnWhenANamedConfigurationDoesNotExist() throws IOException {
        Files.writeString(one.resolve("logback.xml"), "class path");
        properties.put("millrace.config", "nowhere.xml");
        environment.put("MILLRACE_CONFIG", directory.resolve("gone.xml").toUri().toString());
        properties.put("logback.configurationFile", directory.toString());

        assertThat(text()).isEqualTo("class path");
        assertThat(report.messages())
                .hasSize(3)
                .allSatisfy(message -> assertThat(message).startsWith("MR402").contains("the search goes on"));
    }

    @Test
    void shouldReadFromAJar() throws IOException {
        Path jar = directory.resolve("app.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("logback.xml"));
            out.write("in the jar".getBytes(StandardCharsets.UTF_8));
        }

        ConfigurationSource found;
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            finder = new ConfigurationFinder(loader, new MapSurroundings(), report);
            found = finder.find().orElseThrow();
        }

        assertThat(finder.bytes()).isEqualTo("in the jar".getBytes(StandardCharsets.UTF_8));
        assertThat(found.name()).startsWith("jar:file:").endsWith("app.jar!/logback.xml");
    }

    private final class MapSurroundings extends Surroundings {
        @Override
        public String systemProperty(String key) {
            return properties.get(key);
        }

        @Override
        public boolean setSystemProperty(String key, String value) {
            return false;
        }

        @Override
        public String environment(String key) {
            return environment.get(key);
        }

        @Override
        public String hostName() {
            return "host";
        }

        @Override
        public String canonicalHostName() {
            return "host.example";
        }
    }
}
