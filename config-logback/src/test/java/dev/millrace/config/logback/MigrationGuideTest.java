package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guide's list of what differs stays short, has reasons, and is no list of what is missing. */
class MigrationGuideTest {
    private static final Path GUIDE = Path.of("../docs/guide/migrate-from-logback.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\|([^\\n]*)\\|$");
    private static final int MAX_DIFFERENCES = 20;

    private static String section(String title) throws IOException {
        String guide = Files.readString(GUIDE);
        int begin = guide.indexOf("\n## " + title + "\n");
        assertThat(begin).as(title).isPositive();
        int end = guide.indexOf("\n## ", begin + 4);
        return guide.substring(begin, end < 0 ? guide.length() : end);
    }

    @Test
    void shouldListAtMostTwentyDifferencesEachWithItsReason() throws IOException {
        List<String> numbers = new ArrayList<>();
        Matcher row = ROW.matcher(section("What differs"));
        while (row.find()) {
            numbers.add(row.group(1));
            assertThat(row.group(1)).isEqualTo(Integer.toString(numbers.size()));
            String[] cells = row.group(2).split("\\|");
            assertThat(cells).as(row.group()).hasSize(3).noneMatch(String::isBlank);
            assertThat(row.group()).doesNotContainIgnoringCase("implemented").doesNotContain("not supported");
        }
        assertThat(numbers).hasSizeBetween(10, MAX_DIFFERENCES);
    }

    @Test
    void shouldPointToTheListFromEachTableOfCases() throws IOException {
        for (String title : List.of("Sifting", "Patterns: every difference", "Reloading")) {
            assertThat(section(title)).contains("(#what-differs)");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "springProfile",
                "springProperty",
                "insertFromJNDI",
                "newRule",
                "serializeModel",
                "consolePlugin",
                "propertiesConfigurator",
                "contextProperty",
                "receiver",
                "jmxConfigurator",
                "JsonEncoder",
                "HTMLLayout",
                "XMLLayout",
                "JaninoEventEvaluator"
            })
    void shouldSayWhatToUseInPlaceOfWhatIsRefused(String refused) throws IOException {
        List<String> rows = section("What is refused, and what to use instead")
                .lines()
                .filter(line -> line.startsWith("|") && line.contains(refused))
                .toList();

        assertThat(rows).as(refused).hasSize(1);
        assertThat(rows.get(0).split("\\|")[3]).isNotBlank();
    }
}
