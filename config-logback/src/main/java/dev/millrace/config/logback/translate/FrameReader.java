package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.FramePlan;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.status.StatusCode;

/** Collects what a layout puts in front of the events of a file, and behind them; makes the layout with it. */
final class FrameReader {
    private static final String PATTERN_PREFIX = "#logback.classic pattern: ";

    private final Translation translation;
    private String fileHeader = "";
    private String presentationHeader = "";
    private String presentationFooter = "";
    private String fileFooter = "";
    private boolean patternAsHeader;

    FrameReader(Translation translation) {
        this.translation = translation;
    }

    /** Takes an option; false when it is none of these. */
    boolean accept(Option option) {
        switch (option.property()) {
            case "fileHeader" -> fileHeader = Translation.text(option, fileHeader);
            case "presentationHeader" -> presentationHeader = Translation.text(option, presentationHeader);
            case "presentationFooter" -> presentationFooter = Translation.text(option, presentationFooter);
            case "fileFooter" -> fileFooter = Translation.text(option, fileFooter);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** The pattern itself is to be the header. */
    void patternAsHeader(Option option) {
        patternAsHeader = translation.flag(option, patternAsHeader);
    }

    /** The layout of a pattern, or of the default pattern where {@code parent} has none. */
    LayoutPlan around(String pattern, int patternLine, Option parent) {
        if (pattern == null || pattern.isEmpty()) {
            translation.report(
                    StatusCode.MR426,
                    parent.line(),
                    "<" + parent.tag() + "> has no <pattern>; the default is used: " + DefaultPlan.PATTERN);
            return new LayoutPlan.Pattern(
                    DefaultPlan.PATTERN,
                    translation.place(parent.line()).toString(),
                    frame(DefaultPlan.PATTERN),
                    false);
        }
        return new LayoutPlan.Pattern(pattern, translation.place(patternLine).toString(), frame(pattern), false);
    }

    /** The frame of events that a pattern renders. */
    FramePlan frame(String pattern) {
        String header = fileHeader + (patternAsHeader ? PATTERN_PREFIX + pattern : presentationHeader);
        String footer = presentationFooter + fileFooter;
        return header.isEmpty() && footer.isEmpty()
                ? FramePlan.NONE
                : new FramePlan(header.isEmpty() ? "" : header + System.lineSeparator(), footer);
    }
}
