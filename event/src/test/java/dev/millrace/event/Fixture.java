package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A capture, its dictionary and a reader, and short words for what tests do with them. */
final class Fixture {
    static final int LIMIT = 64 * 1024;

    final Dictionary dictionary;
    final EventCapture capture;
    final LogEvent event;

    Fixture() {
        this(LIMIT);
    }

    Fixture(int maxEventBytes) {
        this(Dictionary.inMemory(), maxEventBytes);
    }

    Fixture(Dictionary dictionary, int maxEventBytes) {
        this.dictionary = dictionary;
        this.capture = new EventCapture(dictionary, new EventClock(), maxEventBytes);
        this.event = new LogEvent(dictionary);
    }

    byte[] record(String template, Object... args) {
        return record(template, args, null, null, null);
    }

    byte[] record(String template, Object[] args, Throwable thrown, byte[] mdc, EventDetails details) {
        EventEncoder encoder = capture.encode(
                0, "a.Logger", Levels.INFO, 0, template, args.length, null, null, args, thrown, mdc, details);
        byte[] record = Arrays.copyOf(encoder.bytes(), encoder.length());
        capture.release(encoder);
        return record;
    }

    /** Captures, and reads back through a range in the middle of an array. */
    LogEvent captured(String template, Object... args) {
        return wrapped(record(template, args));
    }

    LogEvent captured(String template, Object[] args, Throwable thrown, byte[] mdc, EventDetails details) {
        return wrapped(record(template, args, thrown, mdc, details));
    }

    LogEvent wrapped(byte[] record) {
        byte[] larger = new byte[record.length + 20];
        Arrays.fill(larger, (byte) 0x5a);
        System.arraycopy(record, 0, larger, 7, record.length);
        assertThat(event.wrap(larger, 7, record.length)).isTrue();
        return event;
    }

    byte[] message(String template, Object... args) {
        return printed(captured(template, args)::message);
    }

    static EventDetails pairs(java.util.List<String> keys, java.util.List<Object> values) {
        return new EventDetails(null, keys, values, null, 0, null);
    }

    interface Printer {
        void print(Utf8Buffer out);
    }

    static byte[] printed(Printer printer) {
        Utf8Buffer out = new Utf8Buffer(1);
        printer.print(out);
        return Arrays.copyOf(out.bytes(), out.length());
    }

    static String text(Printer printer) {
        return new String(printed(printer), StandardCharsets.UTF_8);
    }
}
