package dev.millrace.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines that are parsed ahead of their end, against the same lines that are found first. */
@Timeout(120)
class PlainLinesTest {
    private static final int LINES = 40_000;
    private static final String NOISE = "\"\\ []-:/+0129aZ\t\r\n\u0001\u007f\u00e9";
    private static final int MARGIN_BYTES = 1 + LineSource.MARGIN_BYTES;

    /** A line and the rest of an earlier one behind it, as they stand in a buffer; the LF at {@code end} is the buffer's. */
    private static byte[] buffer(byte[] text, byte[] earlier) {
        byte[] buffer = Arrays.copyOf(text, text.length + MARGIN_BYTES);
        buffer[text.length] = '\n';
        int rest = Math.min(earlier.length, MARGIN_BYTES - 1);
        System.arraycopy(earlier, earlier.length - rest, buffer, text.length + 1, rest);
        return buffer;
    }

    private static Map<String, String> parsed(LineParser parser, byte[] line, int from, int to) {
        Row row = new Row(parser.schema().size());
        row.begin(to - from);
        return parser.parse(line, from, to, row) ? Parsed.values(parser.schema(), row) : null;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "combined",
                "common",
                "$remote_addr [$time_local] \"$request\" $request_time \"$http_cookie\"",
                "> $status $time_iso8601 $msec",
                "n=$body_bytes_sent",
                "a $http_user_agent",
                "\"$request\" $request_length $http_x $status",
                "$time_local $status",
                "$remote_addr $time_local \"$request\""
            })
    void shouldReadWhatALineThatIsFoundFirstHas(String format) {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        LineParser parser = LineFormats.parser(format, List.of());
        byte[] earlier = {};
        int ahead = 0;
        for (int number = 0; number < LINES; number++) {
            String line = line(format, random);
            byte[] text = line.getBytes(StandardCharsets.UTF_8);
            byte[] buffer = buffer(text, earlier);
            Row row = new Row(parser.schema().size());
            int end = parser.parseAhead(buffer, 0, text.length, row);
            if (end >= 0) {
                ahead++;
                assertThat(buffer[end]).isEqualTo((byte) '\n');
                assertThat(new String(buffer, 0, end, StandardCharsets.ISO_8859_1))
                        .as("seed %d, line %d: %s", seed, number, line)
                        .doesNotContain("\n");
                assertThat(Parsed.values(parser.schema(), row))
                        .as("seed %d, line %d: %s", seed, number, line)
                        .isEqualTo(parsed(parser, buffer, 0, end));
            }
            earlier = text;
        }
        assertThat(ahead).as("seed %d", seed).isGreaterThan(LINES / 10);
    }

    private static String line(String format, SplittableRandom random) {
        LogFormat parts =
                switch (format) {
                    case "combined" -> LogFormat.combined();
                    case "common" -> LogFormat.common();
                    default -> LogFormat.parse(format);
                };
        StringBuilder line = new StringBuilder(new String(parts.prefix(), StandardCharsets.UTF_8));
        for (LogFormat.Part part : parts.parts()) {
            line.append(value(part.variable(), random)).append(new String(part.literal(), StandardCharsets.UTF_8));
        }
        for (int count = random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0; count > 0 && !line.isEmpty(); count--) {
            int at = random.nextInt(line.length());
            char noise = NOISE.charAt(random.nextInt(NOISE.length()));
            switch (random.nextInt(4)) {
                case 0 -> line.deleteCharAt(at);
                case 1 -> line.insert(at, noise);
                case 2 -> line.setCharAt(at, noise);
                default -> line.setLength(at);
            }
        }
        return line.append(random.nextInt(50) == 0 ? "" : "\n").toString();
    }

    private static String value(String variable, SplittableRandom random) {
        int kind = random.nextInt(12);
        if (kind == 0) {
            return "-";
        }
        if (kind == 1) {
            return "";
        }
        return switch (variable) {
            case "time_local" -> time(random);
            case "time_iso8601" -> "2026-11-2" + random.nextInt(10) + "T17:18:05+0" + random.nextInt(10) + ":00";
            case "msec", "request_time" -> random.nextInt(2_000_000_000) + "." + random.nextInt(1000);
            case "status", "body_bytes_sent", "request_length" ->
                String.valueOf(random.nextLong() >>> random.nextInt(64));
            case "request" ->
                RandomLines.one(random, new String[] {
                    "GET /a HTTP/1.1",
                    "POST /b?c HTTP/2.0",
                    "GET  HTTP/1.1",
                    "PUT / HTTP/3",
                    "X",
                    "GET /y",
                    "A B  HTTP/1.1"
                });
            default -> "x".repeat(random.nextInt(30)) + RandomLines.one(random, new String[] {"", "\u00e9", "y", "-"});
        };
    }

    private static String time(SplittableRandom random) {
        return String.format(
                "%02d/%s/%d:%02d:%02d:%02d %s%02d00",
                random.nextInt(30) == 0 ? random.nextInt(33) : 21,
                random.nextInt(30) == 0 ? "Feb" : "Nov",
                random.nextInt(30) == 0 ? 1970 + random.nextInt(130) : 2026,
                random.nextInt(25),
                random.nextInt(61),
                random.nextInt(61),
                random.nextInt(30) == 0 ? "-" : "+",
                random.nextInt(30) == 0 ? random.nextInt(20) : 1);
    }

    @Test
    void shouldTakeUsualLinesAhead() {
        LineParser parser = LineFormats.parser("combined", List.of());
        byte[] line =
                ("203.0.113.9 - - [21/Nov/2026:17:18:05 +0000] \"GET /item/17 HTTP/1.1\" 200 1370 \"-\" \"curl\"\n")
                        .getBytes(StandardCharsets.US_ASCII);
        Row row = new Row(parser.schema().size());

        assertThat(parser.parseAhead(buffer(line, line), 0, line.length, row)).isEqualTo(line.length - 1);
        for (int cut = 0; cut < line.length - 1; cut++) {
            byte[] part = Arrays.copyOf(line, cut);
            int end = parser.parseAhead(buffer(part, line), 0, cut, row);
            assertThat(end == LineParser.CUT_OFF || end == cut)
                    .as("cut at %d: %d", cut, end)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"combined", "$http_user_agent", "$status", "$http_x $http_y"})
    void shouldNotTakeAnEmptyLineForEmptyValues(String format) {
        LineParser parser = LineFormats.parser(format, List.of());
        Row row = new Row(parser.schema().size());

        assertThat(parser.parseAhead(buffer(new byte[] {'\n', '\n'}, new byte[0]), 0, 2, row))
                .isNegative();
    }

    @Test
    void shouldNotTakeTwoLinesForOneWhoseFormatBeginsWithALineEnd() {
        LineParser parser = LineFormats.parser("\n$status", List.of());
        byte[] lines = "\n200\n".getBytes(StandardCharsets.US_ASCII);

        assertThat(parser.parseAhead(buffer(lines, lines), 0, lines.length, new Row(1)))
                .isNegative();
    }

    @Test
    void shouldTakeALastValueWithBlanksAhead() {
        LineParser parser = LineFormats.parser("$status $http_user_agent", List.of());
        byte[] line = "200 a \"b\" c\n".getBytes(StandardCharsets.US_ASCII);
        Row row = new Row(parser.schema().size());

        assertThat(parser.parseAhead(buffer(line, line), 0, line.length, row)).isEqualTo(line.length - 1);
        assertThat(Parsed.values(parser.schema(), row)).containsEntry("http_user_agent", "a \"b\" c");
    }

    @Test
    void shouldReadEverySecondOfADayAndNoOther() {
        CommonTimes times = new CommonTimes();
        Row known = new Row(1);
        Row whole = new Row(1);
        for (int hour = 0; hour < 100; hour++) {
            for (int minute = 0; minute < 100; minute++) {
                for (int second = 0; second < 100; second += hour % 7 == 0 || second > 57 ? 1 : 19) {
                    byte[] time = clock("%02d:%02d:%02d".formatted(hour, minute, second));
                    expectTheSame(times, time, known, whole);
                }
            }
        }
    }

    @Test
    void shouldNotTakeOtherBytesForAClock() {
        CommonTimes times = new CommonTimes();
        Row known = new Row(1);
        Row whole = new Row(1);
        expectTheSame(times, clock("00:00:00"), known, whole);
        for (int at = 0; at < CommonTimes.BYTES; at++) {
            for (int value = 0; value < 256; value++) {
                byte[] time = clock("12:34:56");
                time[at] = (byte) value;
                expectTheSame(times, time, known, whole);
                expectTheSame(times, clock("12:34:56"), known, whole);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"31/Dec/9999:%02d:30:00 -0100", "01/Jan/0000:%02d:30:00 +0100"})
    void shouldReadNoTimeOfAnotherEraFromADayThatItKnows(String day) {
        CommonTimes times = new CommonTimes();
        Row known = new Row(1);
        Row whole = new Row(1);
        for (int hour = 0; hour < 48; hour++) {
            byte[] time = day.formatted((hour + 12) % 24).getBytes(StandardCharsets.US_ASCII);
            expectTheSame(times, time, known, whole);
        }
    }

    private static byte[] clock(String clock) {
        return ("21/Nov/2026:" + clock + " +0100").getBytes(StandardCharsets.US_ASCII);
    }

    private static void expectTheSame(CommonTimes times, byte[] time, Row known, Row whole) {
        byte[] bytes = Arrays.copyOf(time, time.length + MARGIN_BYTES);
        boolean expected = time[2] == '/' && Times.parse(bytes, 0, time.length, whole, 0);
        boolean actual = times.parse(bytes, 0, known, 0);
        if (actual != expected || (actual && known.epochSecond(0) != whole.epochSecond(0))) {
            throw new AssertionError(new String(time, StandardCharsets.ISO_8859_1) + ": " + actual + " "
                    + known.epochSecond(0) + " instead of " + expected + " " + whole.epochSecond(0));
        }
    }

    @Test
    void shouldCountAndReadDigits() {
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 200_000; round++) {
            byte[] bytes = new byte[Long.BYTES];
            int digits = random.nextInt(9);
            long value = 0;
            for (int index = 0; index < Long.BYTES; index++) {
                int digit = random.nextInt(10);
                value = index < digits ? value * 10 + digit : value;
                bytes[index] = (byte) (index < digits ? '0' + digit : random.nextInt(256));
            }
            if (digits < Long.BYTES && bytes[digits] >= '0' && bytes[digits] <= '9') {
                bytes[digits] = (byte) (round % 2 == 0 ? '0' - 1 : '9' + 1);
            }
            long word = 0;
            for (int index = Long.BYTES - 1; index >= 0; index--) {
                word = word << Byte.SIZE | bytes[index] & 0xff;
            }

            assertThat(Digits.count(word)).isEqualTo(digits);
            assertThat(Digits.isDash(word)).isEqualTo(bytes[0] == '-' ? 1 : 0);
            if (digits > 0) {
                assertThat(Digits.value(word, digits)).isEqualTo(value);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 300, 100_000})
    void shouldNotCareHowTheStreamIsCut(int most) throws IOException {
        SplittableRandom random = new SplittableRandom(most);
        StringBuilder input = new StringBuilder();
        for (int number = 0; number < 3_000; number++) {
            input.append(random.nextInt(3) == 0 ? line("combined", random) : RandomLines.combined(random))
                    .append(random.nextInt(4) == 0 ? "\r\n" : "\n");
        }
        byte[] bytes = input.toString().getBytes(StandardCharsets.UTF_8);

        List<String> whole = records(new ByteArrayInputStream(bytes), false);

        assertThat(whole).hasSizeGreaterThan(1_000);
        assertThat(records(new PiecemealStream(bytes, random, most), true)).isEqualTo(whole);
        assertThat(records(new ByteArrayInputStream(bytes), true)).isEqualTo(whole);
    }

    /** What a job would append, and where it finds bad lines. */
    private static List<String> records(InputStream in, boolean ahead) throws IOException {
        LineParser parser = LineFormats.parser("combined", List.of());
        LineSource source = new LineSource(in, 4096);
        Row row = new Row(parser.schema().size());
        List<String> records = new ArrayList<>();
        while (true) {
            assertThat(source.bytes()[source.filled()]).isEqualTo((byte) '\n');
            if (ahead && ImportJob.nextAhead(parser, source, row)) {
                records.add(Parsed.values(parser.schema(), row).toString());
            } else if (source.next()) {
                Map<String, String> values = parsed(parser, source.bytes(), source.from(), source.to());
                records.add(values == null ? "bad: " + source.number() : values.toString());
            } else {
                return records;
            }
        }
    }

    /** Gives a few bytes at a time. */
    private static final class PiecemealStream extends ByteArrayInputStream {
        private final SplittableRandom random;
        private final int most;

        PiecemealStream(byte[] bytes, SplittableRandom random, int most) {
            super(bytes);
            this.random = random;
            this.most = most;
        }

        @Override
        public synchronized int read(byte[] bytes, int offset, int length) {
            return super.read(bytes, offset, Math.min(length, 1 + random.nextInt(most)));
        }
    }
}
