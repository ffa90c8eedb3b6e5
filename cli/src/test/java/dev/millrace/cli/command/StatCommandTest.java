package dev.millrace.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.Run;
import dev.millrace.cli.TestJournal;
import dev.millrace.event.Levels;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.ReadBatch;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class StatCommandTest {
    private static final int RETAINED_BYTES = 1 << 20;

    @TempDir
    private Path logs;

    /** A service that logs three events, delivers some and ends in order, which pads the last block. */
    private String statAfterDelivering(int events) {
        try (TestJournal journal = TestJournal.retaining(logs, RETAINED_BYTES)) {
            Cursor file = journal.journal().cursor("FILE");
            for (int i = 0; i < 3; i++) {
                journal.log(i, Levels.INFO, "x", "main", "event {}", i);
            }
            ReadBatch batch = new ReadBatch(RETAINED_BYTES);
            assertThat(file.fill(batch)).isTrue();
            for (int i = 0; i < events; i++) {
                assertThat(batch.next()).isTrue();
                file.release(batch.nextPosition());
            }
        }
        return Run.of("stat", "--json", logs.toString()).out();
    }

    @Test
    void shouldSayThatNothingWaitsWhereOnlyPaddingFollowsWhatWasDelivered() {
        assertThat(statAfterDelivering(3)).contains("\"events\":3", "\"waitingBytes\":0");
    }

    @Test
    void shouldSayThatBytesWaitWhereAnEventFollowsWhatWasDelivered() {
        assertThat(statAfterDelivering(2)).contains("\"events\":3").containsPattern("\"waitingBytes\":[1-9]");
    }

    @Test
    void shouldTellNoRateOfEventsOfOneMoment() {
        try (TestJournal journal = TestJournal.in(logs)) {
            journal.log(1_000_000, Levels.INFO, "x", "main", "event");

            assertThat(Run.of("stat", logs.toString()).out())
                    .contains("events    1\n")
                    .doesNotContain("rate");
            assertThat(Run.of("stat", "--json", logs.toString()).out()).contains("\"perSecond\":null");

            journal.log(3_000_000, Levels.INFO, "x", "main", "event");

            assertThat(Run.of("stat", logs.toString()).out()).contains("rate      1.0 events/s\n");
        }
    }

    @Test
    void shouldTellOfRecordsThatAreNoEvents() {
        try (TestJournal journal = TestJournal.in(logs)) {
            journal.log(1_000_000, Levels.INFO, "x", "main", "event");
            assertThat(Run.of("stat", logs.toString()).out()).doesNotContain("records");

            journal.journal().append(new byte[] {9, 9, 9}, 0, 3, 0);

            assertThat(Run.of("stat", logs.toString()).out())
                    .contains("events    1\n  records   1 that are no log events\n");
            assertThat(Run.of("stat", "--json", logs.toString()).out()).contains("\"events\":1,\"otherRecords\":1,");
        }
    }

    @Test
    void shouldTakeTheLastNumberWhereNoArgumentIsADuration() {
        try (TestJournal journal = TestJournal.in(logs)) {
            journal.log(1, Levels.INFO, "x", "main", "{} of {} for {}", 3, 7, "bob");
            journal.log(2, Levels.INFO, "x", "main", "for {}", "bob");
        }

        assertThat(Run.of("stat", "--json", logs.toString()).out())
                .contains("\"template\":\"{} of {} for {}\",\"events\":1,\"mean\":7.0,\"greatest\":7.0}")
                .contains("\"template\":\"for {}\",\"events\":1}");
    }

    @ParameterizedTest
    @CsvSource({
        "-9223372036854775808, 9223372036854775807",
        "9223372036854775807, -9223372036854775808",
        "9223372036854775807, 0",
        "0, -9223372036854775808",
        "-1, -62135596800000000"
    })
    void I6_shouldSumUpWhateverTimesStandInTheRecords(long firstMicros, long secondMicros) {
        try (TestJournal journal = TestJournal.in(logs)) {
            journal.log(firstMicros, Levels.INFO, "x", "main", "event");
            journal.log(secondMicros, Levels.WARN, "x", "main", "event");
        }

        Run run = Run.of("stat", "--json", logs.toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("\"level\":\"WARN\",\"events\":1,", "\"level\":\"INFO\",\"events\":1,")
                .doesNotContain("\"perSecond\":-");
    }

    @Test
    @Timeout(30)
    void I6_shouldSumUpEventsOfVeryManyArgumentsInLittleTime() {
        try (TestJournal journal = TestJournal.in(logs)) {
            for (int i = 0; i < 60; i++) {
                journal.log(i, Levels.INFO, "x", "main", "event", new Object[0xffff]);
            }
        }

        assertThat(Run.of("stat", "--json", logs.toString()).out()).contains("\"events\":60,");
    }
}
