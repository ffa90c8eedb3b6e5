package dev.millrace.layout.pattern;

import dev.millrace.layout.LayoutProblem;

/**
 * Milliseconds since a beginning: with {@code %relative} since that of the logging context, with
 * <code>%epoch{seconds}</code> since 1970, where seconds can be asked for.
 */
final class ElapsedWord implements ConversionWord {
    private final boolean relative;

    /** {@code relative}: it is {@code %relative}. */
    ElapsedWord(boolean relative) {
        this.relative = relative;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        if (relative) {
            long startMillis = Math.floorDiv(program.context().startMicros(), 1000L);
            program.append(Program.RELATIVE_MILLIS, startMillis, use.fit());
            return;
        }
        String unit = use.option(0);
        boolean seconds = "seconds".equalsIgnoreCase(unit);
        if (unit != null && !seconds) {
            program.reportOption(
                    LayoutProblem.BAD_OPTION, use, "[" + unit + "] is not [seconds]; milliseconds are printed");
        }
        program.append(seconds ? Program.EPOCH_SECONDS : Program.EPOCH_MILLIS, null, use.fit());
    }

    @Override
    public String label(PatternNode use) {
        return relative ? "relative" : "epoch";
    }
}
