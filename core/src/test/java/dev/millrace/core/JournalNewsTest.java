package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.status.StatusCode;
import dev.millrace.journal.JournalNotice;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class JournalNewsTest {
    /** Codes are for ever: documents, alerts and people go by them. */
    @Test
    void shouldGiveEachKindOfNewsItsCode() {
        Map<String, StatusCode> codes = new TreeMap<>();
        for (JournalNotice notice : JournalNotice.values()) {
            codes.put(notice.name(), JournalNews.codeOf(notice));
        }

        assertThat(codes)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("DISK_FULL", StatusCode.MR201),
                        Map.entry("SPACE_RETURNED", StatusCode.MR202),
                        Map.entry("BUDGET_SPENT", StatusCode.MR203),
                        Map.entry("SEGMENT_LATE", StatusCode.MR204),
                        Map.entry("HOLE_STALLED", StatusCode.MR205),
                        Map.entry("CURSOR_OVERRUN", StatusCode.MR206),
                        Map.entry("RECOVERED_PAST_HOLES", StatusCode.MR207),
                        Map.entry("DAMAGED", StatusCode.MR208),
                        Map.entry("POWER_LOSS", StatusCode.MR209),
                        Map.entry("NEWER_VERSION", StatusCode.MR210),
                        Map.entry("DIRECTORY_REFUSED", StatusCode.MR211),
                        Map.entry("IN_MEMORY", StatusCode.MR212),
                        Map.entry("SLOT_EXPIRED", StatusCode.MR213),
                        Map.entry("SLOT_SHARED", StatusCode.MR214)));
    }
}
