package dev.millrace.layout.pattern;

/** SkyWalking's <code>%X{key}</code>: its trace for two keys, the MDC for all others. */
final class SkyWalkingMdcWord implements ConversionWord {
    private final ConversionWord mdc = new MdcWord();

    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        String key = label(use);
        if ("tid".equals(key)) {
            new FixedWord(FixedWord.NO_TRACE).compile(use, program);
        } else if ("sw_ctx".equals(key)) {
            new FixedWord(FixedWord.NO_CONTEXT).compile(use, program);
        } else {
            mdc.compile(use, program);
        }
    }

    @Override
    public String label(PatternNode.Word use) {
        return mdc.label(use);
    }
}
