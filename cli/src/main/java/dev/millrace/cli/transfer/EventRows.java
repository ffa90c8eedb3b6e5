package dev.millrace.cli.transfer;

import dev.millrace.cli.text.JsonBytes;
import dev.millrace.event.Dictionary;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.event.ValueKind;
import dev.millrace.layout.Layout;
import dev.millrace.layout.LayoutContext;
import dev.millrace.layout.pattern.PatternLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The events of a logging journal. */
final class EventRows extends RowSource {
    private static final String DICTIONARY = "dictionary";
    private static final int MICROS_PER_SECOND = 1_000_000;
    private static final Schema SCHEMA = new Schema(List.of(
            new Field("time", FieldType.TIME),
            new Field("level", FieldType.TEXT),
            new Field("logger", FieldType.TEXT),
            new Field("thread", FieldType.TEXT),
            new Field("message", FieldType.TEXT),
            new Field("markers", FieldType.JSON),
            new Field("mdc", FieldType.JSON),
            new Field("fields", FieldType.JSON),
            new Field("exception", FieldType.TEXT)));
    private static final int LEVEL = 1;
    private static final int LOGGER = 2;
    private static final int THREAD = 3;
    private static final int MESSAGE = 4;
    private static final int MARKERS = 5;
    private static final int MDC = 6;
    private static final int FIELDS = 7;
    private static final int EXCEPTION = 8;

    private final Dictionary dictionary;
    private final LogEvent event;
    private final Layout exceptions =
            PatternLayout.compile("%ex", new LayoutContext(0, "\n", (problem, message) -> {}));
    private final Utf8Buffer text = new Utf8Buffer(1024);
    private final Utf8Buffer part = new Utf8Buffer(256);
    private final int[] ends = new int[SCHEMA.size()];
    private char before;

    private EventRows(Path journal, Dictionary dictionary) {
        super(journal, SCHEMA, true);
        this.dictionary = dictionary;
        this.event = new LogEvent(dictionary);
    }

    static EventRows open(Path journal) throws IOException {
        return new EventRows(journal, Dictionary.openReadOnly(journal.resolve(DICTIONARY)));
    }

    @Override
    boolean lacksTexts() {
        return dictionary.lacksEntries();
    }

    @Override
    boolean read(byte[] record, int offset, int length, Row row) {
        if (!event.wrap(record, offset, length)) {
            return false;
        }
        long micros = event.timestampMicros();
        row.begin(0);
        row.time(0, Math.floorDiv(micros, MICROS_PER_SECOND), Math.floorMod(micros, MICROS_PER_SECOND) * 1000);
        text.length(0);
        render();
        int from = 0;
        for (int field = LEVEL; field < ends.length; field++) {
            // An event without markers, context, fields or exception does not have these.
            if (ends[field] > from || field <= MESSAGE) {
                row.text(field, text.bytes(), from, ends[field]);
            }
            from = ends[field];
        }
        return row.epochSecond(0) >= Times.FIRST_SECOND && row.epochSecond(0) <= Times.LAST_SECOND;
    }

    private void render() {
        text.putAscii(Levels.name(event.level()));
        ends[LEVEL] = text.length();
        event.loggerName(text);
        ends[LOGGER] = text.length();
        event.threadName(text);
        ends[THREAD] = text.length();
        event.message(text);
        ends[MESSAGE] = text.length();
        markers();
        ends[MARKERS] = text.length();
        context();
        ends[MDC] = text.length();
        fields();
        ends[FIELDS] = text.length();
        if (event.hasThrown()) {
            exceptions.render(event, text);
        }
        ends[EXCEPTION] = text.length();
    }

    private void markers() {
        for (int index = 0; index < event.markerCount(); index++) {
            text.put(index == 0 ? '[' : ',');
            part.length(0);
            event.marker(index, part);
            JsonBytes.string(part.bytes(), 0, part.length(), text);
        }
        if (event.markerCount() > 0) {
            text.put(']');
        }
    }

    private void context() {
        if (event.mdcCount() == 0) {
            return;
        }
        before = '{';
        event.forEachMdc((bytes, keyOffset, keyLength, valueOffset, valueLength) -> {
            text.put(before);
            before = ',';
            JsonBytes.string(bytes, keyOffset, keyOffset + keyLength, text);
            text.put(':');
            if (valueLength < 0) {
                text.putAscii("null");
            } else {
                JsonBytes.string(bytes, valueOffset, valueOffset + valueLength, text);
            }
        });
        text.put('}');
    }

    private void fields() {
        for (int index = 0; index < event.keyValueCount(); index++) {
            text.put(index == 0 ? '{' : ',');
            part.length(0);
            event.key(index, part);
            JsonBytes.string(part.bytes(), 0, part.length(), text);
            text.put(':');
            value(index);
        }
        if (event.keyValueCount() > 0) {
            text.put('}');
        }
    }

    private void value(int index) {
        part.length(0);
        event.value(index, part);
        ValueKind kind = event.valueKind(index);
        boolean literal = kind == ValueKind.NULL || kind == ValueKind.BOOLEAN || kind == ValueKind.NUMBER;
        // A number may be NaN or infinite, which JSON does not know.
        if (literal && JsonScanner.isValue(part.bytes(), 0, part.length())) {
            text.put(part.bytes(), 0, part.length());
        } else {
            JsonBytes.string(part.bytes(), 0, part.length(), text);
        }
    }

    @Override
    public void close() {
        dictionary.close();
    }
}
