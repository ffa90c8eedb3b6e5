package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.layout.LayoutContext;
import dev.millrace.layout.LayoutProblem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Collects instructions and fuses them: neighbouring literals become one, and literals beside a cached text become
 * part of it.
 */
final class ProgramBuilder {
    private static final byte[] NOTHING = {};

    /**
     * An instruction in the making; one class for all kinds, because every start loads it.
     *
     * @param text what a literal prints, null for others
     * @param cached prints a cached text and can carry its neighbours along; null for others
     * @param operand of an instruction that is neither
     */
    private record Step(int opcode, String text, Fit fit, CachedOperand cached, Object operand) {
        static Step literal(String text) {
            return new Step(Program.LITERAL, text, null, null, null);
        }

        static Step plain(int opcode, Object operand) {
            return new Step(opcode, null, null, null, operand);
        }

        boolean isLiteral() {
            return text != null;
        }

        boolean isCached() {
            return cached != null;
        }

        byte[] textBytes() {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    private final LayoutContext context;
    private final Problems problems;
    private final List<Step> steps = new ArrayList<>();
    private boolean handlesThrowable;
    private boolean separatesLines;
    private int callerFrames;

    ProgramBuilder(LayoutContext context, Problems problems) {
        this.context = context;
        this.problems = problems;
    }

    LayoutContext context() {
        return context;
    }

    /** Where to tell, later on, what became of a word. */
    Problems problems() {
        return problems;
    }

    boolean handlesThrowable() {
        return handlesThrowable;
    }

    /** Whether some word printed the line separator. */
    boolean separatesLines() {
        return separatesLines;
    }

    /** Adds the line separator. */
    void lineSeparator() {
        separatesLines = true;
        literal(context.lineSeparator());
    }

    /** Reports that an option of a word cannot be used. */
    void reportOption(String key, PatternNode use, String whatAndWhatInstead) {
        problems.report(key, use, whatAndWhatInstead);
    }

    /** Adds the instructions of nodes in their order. */
    void compile(List<PatternNode> nodes) {
        for (PatternNode node : nodes) {
            compile(node);
        }
    }

    private ConversionWord wordOf(PatternNode use) {
        String className = context.converters().get(use.name());
        ConversionWord word = className == null ? null : ConverterClasses.find(className);
        return word != null ? word : ConversionWords.find(use.name());
    }

    /** What {@code %prefix} prints before a use of a word, or null. */
    String labelOf(PatternNode use) {
        ConversionWord word = wordOf(use);
        return word == null || (use.isGroup() && !word.takesChildren()) ? null : word.label(use);
    }

    /** The tests that have these names; names of none are passed over. */
    List<Predicate<LogEvent>> testsNamed(List<String> names) {
        List<Predicate<LogEvent>> found = new ArrayList<>();
        for (String name : names) {
            Predicate<LogEvent> test = context.tests().get(name);
            if (test != null) {
                found.add(test);
            }
        }
        return found;
    }

    static boolean anyMatches(List<Predicate<LogEvent>> tests, LogEvent event) {
        for (Predicate<LogEvent> test : tests) {
            if (test.test(event)) {
                return true;
            }
        }
        return false;
    }

    /** Adds the instructions of a node. */
    void compile(PatternNode use) {
        if (use.isLiteral()) {
            literal(use.text());
            return;
        }
        ConversionWord word = wordOf(use);
        if (word == null || (use.isGroup() && !word.takesChildren())) {
            String what = word == null ? "there is no conversion word [" : "no parenthesis may follow the word [";
            String instead = "%PARSER_ERROR[" + use.name() + "]";
            problems.report(
                    LayoutProblem.UNKNOWN_WORD, use.column(), what + use.name() + "]; " + instead + " is printed");
            literal(instead);
            return;
        }
        handlesThrowable |= word.handlesThrowable();
        word.compile(use, this);
    }

    /** Adds text that is always the same. */
    void literal(String text) {
        if (text.isEmpty()) {
            return;
        }
        int last = steps.size() - 1;
        if (last >= 0 && steps.get(last).isLiteral()) {
            steps.set(last, Step.literal(steps.get(last).text() + text));
        } else {
            steps.add(Step.literal(text));
        }
    }

    /** Adds an instruction whose text differs from event to event. */
    void append(int opcode, Object operand, Fit fit) {
        begin(fit);
        steps.add(Step.plain(opcode, operand));
        end(fit);
    }

    /** Adds an instruction whose texts are cached; the operand is made when it is known what stands around them. */
    void appendCached(int opcode, Fit fit, CachedOperand operand) {
        steps.add(new Step(opcode, null, fit, operand, null));
    }

    /** Asks for that many frames of the caller. */
    void needCallerFrames(int count) {
        callerFrames = Math.max(callerFrames, count);
    }

    /** Starts what a width modifier applies to; null does nothing. */
    void begin(Fit fit) {
        if (fit != null) {
            mark();
        }
    }

    /** Starts what a transform applies to. */
    void mark() {
        steps.add(Step.plain(Program.MARK, null));
    }

    /** Ends what a transform applies to, which {@link #mark} started. */
    void transform(GroupWord transform) {
        steps.add(Step.plain(Program.TRANSFORM, transform));
    }

    /** Ends what a width modifier applies to; null does nothing. */
    void end(Fit fit) {
        if (fit != null) {
            steps.add(Step.plain(Program.FIT, fit));
        }
    }

    /** Fuses what was added. */
    Program build() {
        int[] opcodes = new int[steps.size()];
        List<Object> operands = new ArrayList<>();
        int i = 0;
        while (i < steps.size()) {
            Step step = steps.get(i++);
            byte[] prefix = NOTHING;
            if (step.isLiteral()) {
                if (i == steps.size() || !steps.get(i).isCached()) {
                    opcodes[operands.size()] = Program.LITERAL;
                    operands.add(step.textBytes());
                    continue;
                }
                prefix = step.textBytes();
                step = steps.get(i++);
            }
            opcodes[operands.size()] = step.opcode();
            if (step.isCached()) {
                byte[] suffix = NOTHING;
                if (i < steps.size() && steps.get(i).isLiteral()) {
                    suffix = steps.get(i++).textBytes();
                }
                operands.add(step.cached().between(new Surround(prefix, step.fit(), suffix)));
            } else {
                operands.add(step.operand());
            }
        }
        return new Program(Arrays.copyOf(opcodes, operands.size()), operands.toArray(), callerFrames);
    }
}
