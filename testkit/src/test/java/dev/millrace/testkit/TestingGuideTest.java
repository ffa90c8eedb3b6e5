package dev.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The code of docs/guide/testing.md: compiled and run here, and compared with the page. */
@Timeout(60)
class TestingGuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide", "testing.md");
    private static final Path SOURCE =
            Path.of("src", "test", "java", "dev", "millrace", "testkit", "TestingGuideTest.java");

    private static final class Shop {
        private static final Logger LOGGER = LoggerFactory.getLogger(Shop.class);

        void sell(String what, int count) {
            if (count <= 0) {
                LOGGER.warn("cannot sell {} of {}", count, what);
                return;
            }
            LOGGER.debug("sold {} of {}", count, what);
        }
    }

    private final Shop shop = new Shop();

    @Test
    void shouldShowWhatWasLogged() {
        try (CapturedLog log = CapturedLog.of(Shop.class)) {
            shop.sell("tea", 0);

            assertThat(log.messages()).containsExactly("cannot sell 0 of tea");
            assertThat(log.events().get(0).level()).isEqualTo(Level.WARN);
            assertThat(log.events().get(0).arguments()).containsExactly(0, "tea");
        }
    }

    @Test
    void shouldShowWhatIsNotConfigured() {
        try (CapturedLog log = CapturedLog.of(Shop.class, Level.DEBUG)) {
            shop.sell("tea", 2);

            assertThat(log.messages()).containsExactly("sold 2 of tea");
        }
    }

    @Test
    void shouldShowTheGuidesCode() throws Exception {
        String code = Pattern.compile("\\s+").matcher(Files.readString(SOURCE)).replaceAll(" ");

        List<String> lines = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(GUIDE))
                .results()
                .flatMap(block -> block.group(1).lines())
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();

        assertThat(lines).hasSizeGreaterThan(8).allSatisfy(line -> assertThat(code)
                .contains(line));
    }
}
