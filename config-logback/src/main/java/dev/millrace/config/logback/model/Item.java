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
                ConditionItem,
                DefinitionItem,
                IfItem,
                LevelItem,
                LoggerItem,
                ParamItem,
                PropertyItem,
                SiftItem {
    /** The line its start tag is on, from 1. */
    int line();
}
