package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.Item;
import dev.millrace.core.plan.EvaluatorPlan;
import dev.millrace.core.status.StatusCode;
import java.util.ArrayList;
import java.util.List;

/** Reads an {@code <evaluator>}. */
final class EvaluatorReader implements OptionHandler {
    private static final String PACKAGE = "ch.qos.logback.classic.boolex.";
    private static final String ON_ERROR = PACKAGE + "OnErrorEvaluator";
    private static final String ON_MARKER = PACKAGE + "OnMarkerEvaluator";
    private static final String ON_EXCEPTION = PACKAGE + "ExceptionMatchEvaluator";

    private final Translation translation;
    private final String className;
    private final List<String> markers = new ArrayList<>();
    private String exceptionClass;

    private EvaluatorReader(Translation translation, String className) {
        this.translation = translation;
        this.className = className;
    }

    /** The evaluator; null where its class is not supported. */
    static EvaluatorPlan read(String className, int line, List<Item> options, Translation translation) {
        EvaluatorReader reader = new EvaluatorReader(translation, className == null ? "" : className);
        switch (reader.className) {
            case ON_ERROR, ON_MARKER, ON_EXCEPTION -> translation.options(options, reader);
            default -> {
                translation.report(
                        StatusCode.MR419,
                        line,
                        Translation.problem("evaluator", "evaluator", className) + "; it never matches");
                return null;
            }
        }
        if (reader.className.equals(ON_EXCEPTION) && reader.exceptionClass == null) {
            translation.report(StatusCode.MR419, line, "<evaluator> has no <exceptionClass>; it never matches");
            return null;
        }
        return new EvaluatorPlan(reader.className.equals(ON_ERROR), reader.markers, reader.exceptionClass);
    }

    @Override
    public void option(Option option) {
        String property = option.property();
        if (className.equals(ON_MARKER) && property.equals("marker")) {
            if (option.value() != null) {
                markers.add(option.value().trim());
            }
        } else if (className.equals(ON_EXCEPTION) && property.equals("exceptionClass")) {
            exceptionClass = option.value() == null ? null : option.value().trim();
        } else if (!property.equals("name")) {
            translation.reportUnknown(option, "<evaluator>");
        }
    }
}
