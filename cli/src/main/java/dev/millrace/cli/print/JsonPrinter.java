package dev.millrace.cli.print;

import dev.millrace.cli.text.JsonBytes;
import dev.millrace.event.CapturedThrowable;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.event.ValueKind;
import dev.millrace.layout.Layout;
import java.nio.charset.StandardCharsets;

/** Prints an event as an object in one line, by a schema. Fields that an event does not have are left out. */
final class JsonPrinter implements EventPrinter {
    private final JsonSchema schema;
    private final Layout stackTrace = Patterns.compile("%ex", false);
    private final IsoMicros time = new IsoMicros();
    private final Utf8Buffer scratch = new Utf8Buffer(1024);
    private final PairPrinter pairs = new PairPrinter();
    private Utf8Buffer out;
    private boolean first;

    JsonPrinter(JsonSchema schema) {
        this.schema = schema;
    }

    private final class PairPrinter implements LogEvent.PairVisitor {
        @Override
        public void pair(byte[] bytes, int keyOffset, int keyLength, int valueOffset, int valueLength) {
            separate();
            JsonBytes.string(bytes, keyOffset, keyOffset + keyLength, out);
            out.put(':');
            if (valueLength < 0) {
                out.putAscii("null");
            } else {
                JsonBytes.string(bytes, valueOffset, valueOffset + valueLength, out);
            }
        }
    }

    @Override
    public void print(LogEvent event, Utf8Buffer target) {
        out = target;
        first = true;
        out.put('{');
        name(schema.time());
        out.put('"');
        time.print(event.timestampMicros(), out);
        out.put('"');
        if (schema.constant() != null) {
            separate();
            out.putAscii(schema.constant());
        }
        name(schema.level());
        out.put('"');
        out.putAscii(Levels.name(event.level()));
        out.put('"');
        if (schema.levelValue() != null) {
            name(schema.levelValue());
            // As Logback numbers them.
            out.putInt(event.level() == Levels.TRACE ? 5000 : event.level() * 1000);
        }
        scratch.length(0);
        event.loggerName(scratch);
        field(schema.logger());
        scratch.length(0);
        event.threadName(scratch);
        field(schema.thread());
        scratch.length(0);
        event.message(scratch);
        field(schema.message());
        if (schema.template() != null && event.argumentCount() > 0) {
            scratch.length(0);
            event.messageTemplate(scratch);
            field(schema.template());
        }
        rarer(event);
        out.putAscii("}\n");
    }

    private void rarer(LogEvent event) {
        if (event.markerCount() > 0) {
            markers(event);
        }
        boolean together = schema.mdc() != null && schema.mdc().equals(schema.keyValues());
        if (event.mdcCount() > 0) {
            begin(schema.mdc());
            event.forEachMdc(pairs);
            if (together) {
                keyValues(event);
            }
            end(schema.mdc());
        }
        if (event.keyValueCount() > 0 && !(together && event.mdcCount() > 0)) {
            begin(schema.keyValues());
            keyValues(event);
            end(schema.keyValues());
        }
        if (event.hasThrown()) {
            thrown(event);
        }
    }

    private void markers(LogEvent event) {
        name(schema.markers());
        out.put('[');
        for (int i = 0; i < event.markerCount(); i++) {
            if (i > 0) {
                out.put(',');
            }
            scratch.length(0);
            event.marker(i, scratch);
            JsonBytes.string(scratch.bytes(), 0, scratch.length(), out);
        }
        out.put(']');
    }

    private void keyValues(LogEvent event) {
        for (int i = 0; i < event.keyValueCount(); i++) {
            separate();
            scratch.length(0);
            event.key(i, scratch);
            JsonBytes.string(scratch.bytes(), 0, scratch.length(), out);
            out.put(':');
            scratch.length(0);
            event.value(i, scratch);
            ValueKind kind = event.valueKind(i);
            boolean bare = kind == ValueKind.NULL
                    || kind == ValueKind.BOOLEAN
                    || (kind == ValueKind.NUMBER && JsonNumbers.isNumber(scratch.bytes(), scratch.length()));
            if (bare) {
                out.put(scratch.bytes(), 0, scratch.length());
            } else {
                JsonBytes.string(scratch.bytes(), 0, scratch.length(), out);
            }
        }
    }

    private void thrown(LogEvent event) {
        if (schema.errorType() != null) {
            CapturedThrowable thrown = event.thrown();
            text(thrown.className());
            field(schema.errorType());
            if (thrown.message() != null) {
                text(thrown.message());
                field(schema.errorMessage());
            }
        }
        scratch.length(0);
        stackTrace.render(event, scratch);
        field(schema.stackTrace());
    }

    private void text(String value) {
        scratch.length(0);
        scratch.put(value.getBytes(StandardCharsets.UTF_8));
    }

    /** A field whose value stands in the scratch buffer. */
    private void field(String name) {
        name(name);
        JsonBytes.string(scratch.bytes(), 0, scratch.length(), out);
    }

    private void begin(String name) {
        if (name != null) {
            name(name);
            out.put('{');
            first = true;
        }
    }

    private void end(String name) {
        if (name != null) {
            out.put('}');
            first = false;
        }
    }

    private void name(String name) {
        separate();
        out.put('"');
        out.putAscii(name);
        out.putAscii("\":");
    }

    private void separate() {
        if (!first) {
            out.put(',');
        }
        first = false;
    }
}
