package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.ComponentItem;
import dev.millrace.config.logback.model.DefinitionItem;
import dev.millrace.core.plan.EvaluatorPlan;
import dev.millrace.core.plan.PatternSettings;
import dev.millrace.core.status.StatusCode;
import java.util.HashMap;
import java.util.Map;

/** Collects what all conversion patterns share. */
final class Patterns {
    private static final String SEQUENCE_NUMBERS = "ch.qos.logback.core.spi.BasicSequenceNumberGenerator";

    private final Translation translation;
    private final Map<String, EvaluatorPlan> evaluators = new HashMap<>();
    private boolean packagingData;
    private boolean numbered;

    Patterns(Translation translation) {
        this.translation = translation;
    }

    PatternSettings settings() {
        return new PatternSettings(translation.converters(), evaluators, packagingData, numbered);
    }

    void packagingData(String value) {
        packagingData = value != null && value.trim().equalsIgnoreCase("true");
    }

    void conversionRule(DefinitionItem item) {
        String word = translation.substitute(item.attribute("conversionWord"), item.line());
        String written = item.attribute(item.attribute("class") == null ? "converterClass" : "class");
        String className = translation.className(written, item.line());
        if (className != null && PatternSettings.isKnownConverter(className)) {
            translation.converters().put(word, className);
            return;
        }
        String instead = PatternSettings.isOwnWord(word)
                ? "%" + word + " prints what it prints without the rule: nothing is masked or changed"
                : "%" + word + " prints %PARSER_ERROR[" + word + "]";
        translation.report(
                StatusCode.MR418, item.line(), "converter class " + className + " is not supported; " + instead);
    }

    void evaluator(DefinitionItem item) {
        String name = translation.substitute(item.attribute("name"), item.line());
        String className = translation.className(item.attribute("class"), item.line());
        EvaluatorPlan plan = EvaluatorReader.read(className, item.line(), item.children(), translation);
        evaluators.put(name, plan == null ? EvaluatorPlan.NEVER : plan);
    }

    void sequenceNumbers(ComponentItem item) {
        String className = translation.className(item.className(), item.line());
        if (!SEQUENCE_NUMBERS.equals(className)) {
            translation.report(
                    StatusCode.MR419,
                    item.line(),
                    Translation.problem(item.tag(), "sequence number generator", className)
                            + "; events are numbered from 1 by each process");
        }
        numbered = true;
    }
}
