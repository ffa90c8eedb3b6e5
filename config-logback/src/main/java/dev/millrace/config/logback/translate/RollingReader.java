package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.status.StatusCode;
import java.nio.file.Path;

/** Reads the policies of a rolling file appender. Where there are several of a kind, the last one counts. */
final class RollingReader {
    private static final String PACKAGE = "ch.qos.logback.core.rolling.";

    private final Translation translation;
    private final NamingPolicyReader unsupported;
    private NamingPolicyReader naming;
    /** Null where there is none that is supported. */
    private SizeTriggerReader trigger;

    RollingReader(Translation translation) {
        this.translation = translation;
        this.unsupported = new NamingPolicyReader(translation);
        this.naming = unsupported;
    }

    /** The name pattern, or null. */
    String pattern() {
        return naming.pattern();
    }

    /** Takes a {@code <rollingPolicy>} or {@code <triggeringPolicy>}. */
    void policy(Option option) {
        switch (simpleName(option.className())) {
            case "TimeBasedRollingPolicy" -> naming(new TimePolicyReader(translation, false), option);
            case "SizeAndTimeBasedRollingPolicy" -> naming(new TimePolicyReader(translation, true), option);
            case "FixedWindowRollingPolicy" -> naming(new WindowPolicyReader(translation), option);
            case "SizeBasedTriggeringPolicy" -> {
                trigger = new SizeTriggerReader(translation, "SizeBasedTriggeringPolicy");
                translation.options(option.children(), trigger);
            }
            default -> unsupported(option);
        }
    }

    private void naming(NamingPolicyReader policy, Option option) {
        naming = policy;
        translation.options(option.children(), policy);
    }

    private void unsupported(Option option) {
        translation.report(StatusCode.MR411, option.line(), option.problem() + "; it is ignored");
        // One of its options names a file which events can go to.
        translation.options(option.children(), unsupported);
    }

    /** The name of a class among Logback's policies; empty for any other. */
    static String simpleName(String className) {
        return className != null && className.startsWith(PACKAGE) ? className.substring(PACKAGE.length()) : "";
    }

    /**
     * What the policies say.
     *
     * @param file the appender's own file, or null
     * @param prudent whether other processes write to the same files
     * @throws IllegalArgumentException when it cannot roll by them; the message says why
     */
    RollPlan plan(Path file, boolean prudent) {
        return naming.plan(file, prudent, trigger);
    }
}
