package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.EventTests;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * JHipster's <code>%crlf(…){color}</code>: a group in which line ends and tabs become {@code _}, so that what is logged
 * cannot look like further lines; not for events that are marked {@code CRLF_SAFE}, nor for loggers known to be safe.
 */
final class CrlfWord extends GroupWord {
    private static final String SAFE_MARKER = "CRLF_SAFE";
    private static final byte[][] SAFE_LOGGERS = {
        ascii("org.hibernate"),
        ascii("org.springframework.boot.autoconfigure"),
        ascii("org.springframework.boot.diagnostics")
    };

    private final Predicate<LogEvent> marked = EventTests.onMarker(List.of(SAFE_MARKER));
    private final Utf8Buffer scratch = new Utf8Buffer(256);
    // Of the one use that the word was made for.
    private byte[] instead;

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        String color = use.option(0);
        String code = program.context().ansi() && color != null ? BootColorWord.code(color) : null;
        instead = ascii(code == null ? "_" : ColorWord.start(code) + "_" + ColorWord.RESET);
        program.begin(use.fit());
        program.mark();
        program.compile(children(use));
        program.transform(this);
        program.end(use.fit());
    }

    @Override
    void apply(LogEvent event, Utf8Buffer out, int start) {
        int at = start;
        while (at < out.length() && !isLineEnd(out.bytes()[at])) {
            at++;
        }
        if (at == out.length() || marked.test(event) || isSafe(event)) {
            return;
        }
        scratch.length(0);
        scratch.put(out.bytes(), at, out.length() - at);
        out.length(at);
        for (int i = 0; i < scratch.length(); i++) {
            byte b = scratch.bytes()[i];
            if (isLineEnd(b)) {
                out.put(instead);
            } else {
                out.put(b);
            }
        }
    }

    private boolean isSafe(LogEvent event) {
        scratch.length(0);
        event.loggerName(scratch);
        for (byte[] name : SAFE_LOGGERS) {
            if (scratch.length() >= name.length
                    && Arrays.equals(scratch.bytes(), 0, name.length, name, 0, name.length)) {
                return true;
            }
        }
        return false;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static boolean isLineEnd(byte b) {
        return b == '\n' || b == '\r' || b == '\t';
    }
}
