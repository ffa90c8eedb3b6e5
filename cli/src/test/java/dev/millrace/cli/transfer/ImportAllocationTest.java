package dev.millrace.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A line costs no garbage, be it good or bad. */
@Timeout(120)
class ImportAllocationTest {
    private static final int LINES = 20_000;
    private static final int MAX_LINE_BYTES = 4096;

    /** The compiler removes some allocations only when it gets its turn, which takes long on a busy machine. */
    private static final int ROUNDS = 100;

    @ParameterizedTest
    @ValueSource(strings = {"combined", "json"})
    void shouldAllocateNothingForALine(String format) throws IOException {
        boolean json = format.equals("json");
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder input = new StringBuilder();
        for (int line = 0; line < LINES; line++) {
            input.append(json ? RandomLines.json(random) : RandomLines.combined(random))
                    .append('\n');
        }
        byte[] bytes = input.toString().getBytes(StandardCharsets.UTF_8);
        LineParser parser = LineFormats.parser(format, json ? List.of("n:integer", "s", "o:json") : List.of());
        Row row = new Row(parser.schema().size());
        RowEncoder encoder = new RowEncoder(parser.schema());
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least > 0; round++) {
            LineSource source = new LineSource(new ByteArrayInputStream(bytes), MAX_LINE_BYTES);
            long before = threads.getCurrentThreadAllocatedBytes();
            while (source.next()) {
                row.begin(source.to() - source.from());
                if (parser.parse(source.bytes(), source.from(), source.to(), row)) {
                    encoder.encode(row);
                }
            }
            least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / LINES);
        }
        assertThat(least).isZero();
    }
}
