package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events of very many key-values, of which a layout asks for one after the other. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ManyPartsTest {
    private static final int MANY = 65_000;
    private static final int ROUNDS = 50;

    private final Fixture fixture = new Fixture(8 << 20);

    private LogEvent event() {
        List<String> names = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            names.add("k" + i);
            values.add(i);
        }
        EventDetails details = new EventDetails(names, names, values, null, 0, null);
        return fixture.captured("m", values.toArray(), null, null, details);
    }

    @Test
    void shouldReadAllPairsInOneWay() {
        LogEvent event = event();
        Utf8Buffer out = new Utf8Buffer(64);
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < MANY; i++) {
                out.length(0);
                event.key(i, out);
                event.value(i, out);
            }
        }

        assertThat(text(out)).isEqualTo("k64999" + "64999");
    }

    @Test
    void shouldReadPartsInAnyOrder() {
        LogEvent event = event();
        Random random = new Random(7);
        Utf8Buffer out = new Utf8Buffer(64);
        for (int round = 0; round < 500; round++) {
            int i = random.nextInt(MANY);
            out.length(0);
            event.value(i, out);
            event.key(i, out);
            event.marker(i, out);
            event.argument(i, out);

            assertThat(text(out)).isEqualTo(i + "k" + i + "k" + i + i);
        }
    }

    private static String text(Utf8Buffer out) {
        return new String(out.bytes(), 0, out.length(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
