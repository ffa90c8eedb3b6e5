package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.LayoutProblem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * <code>%caller{depth, test…}</code> and <code>%caller{from..to, test…}</code>: frames of the stack at the log
 * statement, one a line; with tests only for events that one of them matches.
 */
final class CallerTraceWord implements ConversionWord, EventPart, Function<StackTraceElement, byte[]> {
    private static final int USUAL_DEPTH = 5;

    /** Frames beyond are never looked at, as in Logback. */
    private static final int GREATEST_DEPTH = 8;

    private static final String RANGE = "..";
    private static final byte[] HEAD = "Caller+".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] AT = "\t at ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] UNKNOWN = "?#?:?".getBytes(StandardCharsets.US_ASCII);

    // Of the one use that the word was made for.
    private int from;
    private int to = USUAL_DEPTH;
    private List<Predicate<LogEvent>> tests;
    private byte[] lineSeparator;
    private FrameTexts texts;

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        if (use.option(0) != null) {
            readRange(use.option(0), use, program);
        }
        tests = program.testsNamed(use.options()
                .subList(Math.min(1, use.options().size()), use.options().size()));
        lineSeparator = program.context().lineSeparator().getBytes(StandardCharsets.UTF_8);
        texts = new FrameTexts(this);
        program.needCallerFrames(Math.min(GREATEST_DEPTH, Math.max(from + 1, to)));
        program.append(Program.PART, this, use.fit());
    }

    private void readRange(String option, PatternNode use, ProgramBuilder program) {
        try {
            int dots = option.indexOf(RANGE);
            if (dots >= 0) {
                from = Integer.parseInt(option.substring(0, dots));
            }
            to = Integer.parseInt(dots < 0 ? option : option.substring(dots + RANGE.length()));
            if (from < 0) {
                program.reportOption(
                        LayoutProblem.BAD_OPTION, use, "[" + option + "] starts below 0; 0" + RANGE + to + " is used");
            }
        } catch (NumberFormatException e) {
            program.reportOption(
                    LayoutProblem.BAD_OPTION,
                    use,
                    "[" + option + "] is neither a depth nor a range such as 1..3; " + from + RANGE + to + " is used");
        }
        from = Math.max(0, from);
    }

    @Override
    public String label(PatternNode use) {
        return "caller";
    }

    /** The text of a frame. */
    @Override
    public byte[] apply(StackTraceElement frame) {
        return String.valueOf(frame).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void append(LogEvent event, Utf8Buffer out) {
        if (!tests.isEmpty() && !ProgramBuilder.anyMatches(tests, event)) {
            return;
        }
        List<StackTraceElement> frames = event.callers();
        int known = Math.min(frames.size(), GREATEST_DEPTH);
        if (known <= from) {
            out.put(UNKNOWN);
            out.put(lineSeparator);
            return;
        }
        for (int i = from; i < Math.min(to, known); i++) {
            out.put(HEAD);
            out.putLong(i);
            out.put(AT);
            out.put(texts.of(frames.get(i)));
            out.put(lineSeparator);
        }
    }
}
