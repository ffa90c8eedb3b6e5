package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.LayoutProblem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Spring Boot's <code>%correlationId{traceId(32),spanId(16)}</code>: MDC values of at least these widths in brackets,
 * and as much space where the event has none of them.
 */
final class CorrelationIdWord implements ConversionWord, EventPart {
    private static final List<String> DEFAULT = List.of("traceId(32)", "spanId(16)");
    private static final int WIDEST = 1024;

    // Of the one use that the word was made for: the keys, and the least width of each value.
    private List<byte[]> keys;
    private List<Integer> widths;

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        if (!read(use.options().isEmpty() ? DEFAULT : use.options())) {
            program.reportOption(
                    LayoutProblem.BAD_OPTION,
                    use,
                    use.options() + " are not keys with their widths such as " + DEFAULT + "; those are used");
            boolean ignored = read(DEFAULT);
        }
        program.append(Program.PART, this, use.fit());
    }

    /** False when one of them is none. */
    private boolean read(List<String> options) {
        keys = new ArrayList<>();
        widths = new ArrayList<>();
        for (String option : options) {
            int open = option.lastIndexOf('(');
            if (open < 1 || !option.endsWith(")")) {
                return false;
            }
            try {
                int width = Integer.parseInt(option.substring(open + 1, option.length() - 1));
                if (width < 0 || width > WIDEST) {
                    return false;
                }
                keys.add(option.substring(0, open).getBytes(StandardCharsets.UTF_8));
                widths.add(width);
            } catch (NumberFormatException e) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void append(LogEvent event, Utf8Buffer out) {
        int start = out.length();
        boolean any = append(event, out, '-');
        if (!any) {
            out.length(start);
            append(null, out, ' ');
        }
        out.put(']');
        out.put(' ');
    }

    /** Without an event: space only. */
    private boolean append(LogEvent event, Utf8Buffer out, char separator) {
        boolean any = false;
        out.put('[');
        for (int i = 0; i < keys.size(); i++) {
            if (i > 0) {
                out.put(separator);
            }
            int from = out.length();
            any |= event != null && event.mdcValue(keys.get(i), out) && out.length() > from;
            for (int units = Fit.units(out.bytes(), from, out.length()); units < widths.get(i); units++) {
                out.put(' ');
            }
        }
        return any;
    }
}
