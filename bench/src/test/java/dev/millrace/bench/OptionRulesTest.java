package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.bench.driver.LineFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class OptionRulesTest extends AbstractBenchTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "throughput | --messages=20        | '20'      | 8 and 36 or more",
                "throughput | --messages=60k       | '60k'     | 1 to 50000",
                "throughput | --messages=long      | 'long'    | 'standard' or a number from 1 to 50000",
                "throughput | --threads=200000     | '200000'  | 1 to 100000",
                "throughput | --threads=4,5000M    | '5000M'   | 1 to 100000",
                "throughput | --events=3           | '3'       | 4 or more",
                "throughput | --events=19 --backends=logback | '19' | 20 or more",
                "throughput | --runs=0             | '0'       | 1 to 1000000000",
                "throughput | --hold=always        | 'always'  | auto or never",
                "throughput | --jdk=nowhere        | 'nowhere' | current",
                "throughput | --backends=gflog,none | 'none' cannot | there are millrace, gflog, log4j2",
                "throughput | --backends=millrace-queue | 'millrace-queue' | jul, write, chronicle",
                "latency    | --backends=write     | 'write'   | there are millrace, gflog, log4j2",
                "latency    | --backends=millrace-noflush | 'millrace-noflush' | there are millrace, gflog",
                "loss       | --backends=none      | 'none'    | there are millrace, gflog, log4j2",
                "rolling    | --backends=millrace,gflog | 'gflog' | there are millrace, log4j2",
                "sifting    | --backends=tinylog   | 'tinylog' | there are millrace, log4j2",
                "startup    | --backends=chronicle | 'chronicle' | there are millrace, gflog",
                "profile    | --backends=none      | 'none'    | there are millrace, gflog",
                "latency    | --rate=200k,fast     | 'fast'    | 1 to 1000000000",
                "latency    | --threads=101k       | '101k'    | 1 to 100000",
                "latency    | --kinds=plain,fancy  | 'fancy'   | plain or mdc",
                "full-queue | --variants=logbock   | 'logbock' | logback-default",
                "loss       | --ends=sigkil        | 'sigkil'  | sigkill or exit or halt",
                "loss       | --seconds=121        | '121'     | 1 to 120",
                "follow     | --retain=abc         | 'abc'     | 20MB",
                "gateway    | --trace=abc          | 'abc'     | 'none' or a number",
                "gateway    | --clients=99999999999| '99999999999' | 1 to 1000000000",
                "rolling    | --rate=fast          | 'fast'    | 'full' or a number",
                "rolling    | --size=big           | 'big'     | 20MB",
                "sifting    | --events=19          | '19'      | 20 or more",
                "console    | --backends=printline | 'printline' | println",
                "console    | --ends=file,tape     | 'tape'    | terminal",
                "allocation | --jdks=24            | '24'      | current",
                "queue      | --rows=typed         | 'typed'   | typed-1",
                "queue-paced| --rows=callz         | 'callz'   | calls",
                "profile    | --events=3           | '3'       | 4 or more",
                "profile    | --by=word            | 'word'    | line or method"
            })
    void shouldNameOptionValueAndWhatIsPossibleBeforeAnythingStarts(
            String scenario, String option, String value, String possible) {
        assertThat(bench(scenario, option.split(" "))).as(all()).isEqualTo(Bench.EXIT_USAGE);

        assertThat(text(err).lines()).hasSize(1);
        assertThat(text(err)).contains(value, possible);
        assertThat(text(out)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "throughput --threads",
                "throughput --messages",
                "throughput --backends",
                "latency --rate",
                "latency --kinds",
                "loss --ends",
                "gateway --trace",
                "full-queue --variants",
                "console --backends",
                "console --ends",
                "allocation --jdks",
                "queue --rows",
                "import --formats",
                "import --inputs",
                "import --cores",
                "queue-paced --rows",
                "cli-start --jdks"
            })
    void shouldRefuseListsOfNothing(String words) {
        String scenario = words.substring(0, words.indexOf(' '));
        String option = words.substring(words.indexOf(' ') + 1);

        assertThat(bench(scenario, option + "=")).as(all()).isEqualTo(Bench.EXIT_USAGE);
        assertThat(bench(scenario, option + "=,")).as(all()).isEqualTo(Bench.EXIT_USAGE);

        assertThat(text(err)).contains("'" + option + "' needs a value such as", "not ''", "not ','");
    }

    @Test
    void shouldOfferOnlyBackendsThatItTakes() {
        assertThat(bench("rolling", "--backends=gflag")).as(all()).isEqualTo(Bench.EXIT_USAGE);

        assertThat(text(err))
                .contains("unknown backend 'gflag'", "logback-noflush")
                .doesNotContain("gflog", "none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"out", "work"})
    void shouldFindOutThatItCannotWriteBeforeAnythingStarts(String option) throws IOException {
        Path file = Files.createFile(work.resolve("file"));
        String given = "--" + option + "=" + file.resolve("below");

        for (String command : List.of("disabled", "--quick")) {
            int code = Bench.run(new String[] {command, given}, print(out), print(err));

            assertThat(code).as(all()).isEqualTo(Bench.EXIT_USAGE);
        }
        assertThat(text(err)).contains("--" + option + ": cannot make the directory " + file);
        assertThat(text(out)).isEmpty();
    }

    @Test
    void shouldKnowEveryOptionOfEveryScenario() {
        for (Scenario scenario : Bench.scenarios()) {
            assertThatCode(() -> OptionRules.parse(scenario, List.of()))
                    .as(scenario.name())
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void shouldTellTheOptionsOfOneScenarioToWhoAsks() {
        assertThat(bench("loss", "--seconds=3", "--help")).as(all()).isEqualTo(Bench.EXIT_OK);

        assertThat(text(out)).contains("loss: ", "--ends", "--seconds").doesNotContain("throughput");
        assertThat(text(err)).isEmpty();
    }

    @Test
    void shouldTakeAsManyThreadsAsALineTellsApart() throws IOException {
        Options options = OptionRules.parse(Bench.scenario("throughput"), List.of("--threads=100k,1"));

        assertThat(options.counts("threads")).containsExactly(100_000, 1);
        assertThatCode(() -> LineFormat.standard(100_000)).doesNotThrowAnyException();
        assertThatThrownBy(() -> LineFormat.standard(100_001)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldReadNumbersAndTheWordsThatStandForOne() {
        Options options = Options.parse(
                List.of("--trace=none,10", "--messages=standard,8,36"),
                Map.of("trace", "none", "messages", "standard"));

        assertThat(options.linesOfTrace("trace")).containsExactly(0, 10);
        assertThat(options.messageLengths("messages")).containsExactly(LineFormat.STANDARD_MESSAGE, 8, 36);
    }

    @Test
    void shouldSayThatSomethingBrokeWhereItIsNeitherUsageNorATarget() {
        int code = Bench.run(new String[] {"report", "\0"}, print(out), print(err));

        assertThat(code).isEqualTo(Bench.EXIT_BROKEN);
        assertThat(text(err)).startsWith("bench report: java.nio.file.InvalidPathException");
    }
}
