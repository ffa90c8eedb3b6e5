package dev.millrace.config.logback.model;

/**
 * One element of a configuration. Texts are as written: variables are not substituted.
 *
 * @since 0.1.0
 */
public sealed interface Item
        permits AppenderItem,
                AppenderRefItem,
                ComponentItem,
                ContextNameItem,
                ConversionRuleItem,
                EvaluatorItem,
                ImportItem,
                LevelItem,
                LoggerItem,
                ParamItem,
                PropertyItem,
                SequenceNumbersItem,
                SiftItem,
                StatusListenerItem,
                TimestampItem,
                TurboFilterItem {
    /** The line its start tag is on, from 1. */
    int line();
}
