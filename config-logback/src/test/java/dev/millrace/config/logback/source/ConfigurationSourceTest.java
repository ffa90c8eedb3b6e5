package dev.millrace.config.logback.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationSourceTest {
    @ParameterizedTest
    @CsvSource({
        "file:conf/my.xml, conf/my.xml",
        "file:./conf/my.xml, conf/my.xml",
        "file:/conf/my.xml, /conf/my.xml",
        "file:///conf/my.xml, /conf/my.xml",
        "file:/with%20space/%C3%A9.xml, /with space/é.xml",
        "file:/with space/a.xml, /with space/a.xml"
    })
    void shouldKnowTheFileThatTheJdkReads(String address, Path file) throws IOException {
        assertThat(new ConfigurationSource(new URL(address)).file())
                .satisfies(each -> assertThat(each.normalize()).isEqualTo(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"file://host/my.xml", "http://host/my.xml", "jar:file:/a.jar!/my.xml"})
    void shouldKnowNoFileOfOtherAddresses(String address) throws IOException {
        ConfigurationSource source = new ConfigurationSource(new URL(address));

        assertThat(source.file()).isNull();
        assertThat(source.name()).isEqualTo(address);
    }

    @Test
    void shouldWatchAFileWithARelativeAddress(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("my.xml"), "<configuration/>");
        Path relative = Path.of("").toAbsolutePath().relativize(file);

        WatchList watched = new WatchList(new URL("file:" + relative));

        assertThat(watched.scan(1)).isTrue();
        assertThat(watched.files())
                .singleElement()
                .satisfies(each -> assertThat(each.path().normalize()).isEqualTo(file));
    }
}
