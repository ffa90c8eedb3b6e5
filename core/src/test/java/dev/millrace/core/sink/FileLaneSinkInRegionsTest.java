package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.TextRegion;
import dev.millrace.core.sink.LaneSink.Outcome;
import dev.millrace.event.Utf8Buffer;
import org.junit.jupiter.api.Test;

/** The same where batches were put together in the outbox, as those are that another thread has rendered. */
class FileLaneSinkInRegionsTest extends FileLaneSinkTest {
    @Override
    Outcome commit(FileLaneSink sink, byte[] bytes, long begin, long end, long[] totals) {
        TextRegion region = sink.region();
        assertThat(region).isNotNull();
        Utf8Buffer text = new Utf8Buffer(16);
        for (byte each : bytes) {
            text.put(each);
            assertThat(region.put(text)).isTrue();
            text.length(0);
        }
        Outcome outcome = sink.commit(region, begin, end, totals);
        region.giveBack();
        return outcome;
    }

    @Test
    void shouldRefuseWhatIsInAnotherOutbox() throws Exception {
        FileLaneSink sink =
                new FileLaneSink("S", dir.resolve("a.log"), true, dir.resolve("outbox"), status, AppendFile.REAL);
        assertThat(sink.recover(true)).isEqualTo(Outcome.DONE);
        TextRegion foreign = Outbox.open(dir.resolve("other")).region();

        assertThat(sink.commit(foreign, 0, 1, new long[0])).isEqualTo(Outcome.REFUSED);
        assertThat(sink.flush()).isEqualTo(Outcome.DONE);
        assertThat(dir.resolve("a.log")).isEmptyFile();
    }

    @Test
    void shouldHaveNoRegionsInMemory() {
        FileLaneSink sink = new FileLaneSink("S", dir.resolve("a.log"), true, null, status, AppendFile.REAL);
        assertThat(sink.region()).isNull();
        assertThat(sink.recover(true)).isEqualTo(Outcome.DONE);
        assertThat(sink.region()).isNull();
    }
}
