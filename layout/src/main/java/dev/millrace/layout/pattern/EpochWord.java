package dev.millrace.layout.pattern;

import dev.millrace.layout.LayoutProblem;

/** <code>%epoch{seconds}</code>: time since 1970, in milliseconds unless seconds are asked for. */
final class EpochWord implements ConversionWord {
    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
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
        return "epoch";
    }
}
