package dev.millrace.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.Main;
import dev.millrace.cli.look.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is imported, exported and imported again is the same, byte for byte, whatever bytes it was. */
@Timeout(120)
class RoundTripTest {
    private static final int ROWS = 2_000;
    private static final List<String> FIELDS = List.of("a", "b", "i:integer", "d:number", "t:time", "j:json");

    @TempDir
    Path home;

    private byte[] run(byte[] input, List<String> arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(new ByteArrayInputStream(input), out, err, false, false, Map.of());
        int exitCode = Main.run(arguments.toArray(String[]::new), console);
        assertThat(exitCode).as(err.toString(StandardCharsets.UTF_8)).isZero();
        return out.toByteArray();
    }

    private void load(byte[] input, String queue, String format) {
        List<String> arguments = new ArrayList<>(List.of("import", "--format", format, "--budget", "64MB"));
        for (String field : FIELDS) {
            arguments.addAll(List.of("--field", field));
        }
        arguments.add(home.resolve(queue).toString());
        run(input, arguments);
    }

    private byte[] print(String queue, String format) {
        return run(
                new byte[0],
                List.of("export", "--format", format, home.resolve(queue).toString()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldComeBackTheSame(long seed) {
        byte[] input = input(new SplittableRandom(seed));

        load(input, "first", "json");
        byte[] json = print("first", "json");
        byte[] text = print("first", "text");
        load(json, "second", "json");
        load(text, "third", "$a\t$b\t$i\t$d\t$t\t$j");

        assertThat(new String(json, StandardCharsets.UTF_8).lines()).hasSize(ROWS);
        assertThat(print("second", "json")).isEqualTo(json);
        assertThat(print("second", "text")).isEqualTo(text);
        assertThat(print("third", "json")).isEqualTo(json);
        assertThat(print("third", "csv")).isEqualTo(print("second", "csv"));
    }

    private static byte[] input(SplittableRandom random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int row = 0; row < ROWS; row++) {
            ascii(out, "{\"i\":" + (random.nextInt(5) == 0 ? "null" : random.nextLong() >> random.nextInt(64)));
            if (random.nextInt(5) > 0) {
                double value = random.nextInt(3) == 0
                        ? Double.longBitsToDouble(random.nextLong())
                        : random.nextInt(2_000_000) / (double) RandomLines.one(random, new Integer[] {1, 8, 10, 1000});
                ascii(out, ",\"d\":" + (Double.isFinite(value) ? value : 0.5));
            }
            if (random.nextInt(5) > 0) {
                ascii(out, ",\"t\":" + random.nextLong(99_999_999_999L) + "." + random.nextInt(1_000_000_000));
            }
            for (String key : List.of("a", "b")) {
                if (random.nextInt(4) > 0) {
                    ascii(out, ",\"" + key + "\":\"");
                    text(random, out);
                    ascii(out, "\"");
                }
            }
            if (random.nextInt(3) > 0) {
                ascii(out, ",\"j\":{\"\\ud83d\\ude00\":[1.50,\"\\u0000\",null]}");
            }
            ascii(out, "}\n");
        }
        return out.toByteArray();
    }

    /** Any bytes that may stand in a string, and escapes. */
    private static void text(SplittableRandom random, ByteArrayOutputStream out) {
        for (int count = random.nextInt(random.nextInt(100) == 0 ? 3_000 : 12); count > 0; count--) {
            int octet = random.nextInt(256);
            switch (random.nextInt(6)) {
                case 0 -> ascii(out, String.format("\\u%04x", random.nextInt(0x10000)));
                case 1 -> ascii(out, RandomLines.one(random, new String[] {"\\n", "\\\"", "\\\\", "-", "\\t"}));
                case 2 -> out.writeBytes("\u65e5\ud83d\ude00\u0085".getBytes(StandardCharsets.UTF_8));
                default -> out.write(octet < ' ' || octet == '"' || octet == '\\' ? '.' : octet);
            }
        }
    }

    private static void ascii(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
