package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderItem;
import dev.millrace.config.logback.model.ConfigurationModel;
import dev.millrace.config.logback.model.ContextNameItem;
import dev.millrace.config.logback.model.ConversionRuleItem;
import dev.millrace.config.logback.model.EvaluatorItem;
import dev.millrace.config.logback.model.ImportItem;
import dev.millrace.config.logback.model.Item;
import dev.millrace.config.logback.model.LoggerItem;
import dev.millrace.config.logback.model.PropertyItem;
import dev.millrace.config.logback.model.SequenceNumbersItem;
import dev.millrace.config.logback.model.StatusListenerItem;
import dev.millrace.config.logback.model.TimestampItem;
import dev.millrace.config.logback.model.TurboFilterItem;
import dev.millrace.config.logback.report.Report;
import dev.millrace.config.logback.source.Surroundings;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.StatusCode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * Translates a model into a plan, in the order in which Logback acts on one: all variables first, wherever they stand,
 * then appenders and loggers, each once the appenders it refers to are done.
 *
 * @since 0.1.0
 */
public final class Translator {
    private static final String DEBUG_PROPERTY = "logback.debug";
    private static final String CONSOLE_LISTENER = "ch.qos.logback.core.status.OnConsoleStatusListener";
    private static final String ERROR_LISTENER = "ch.qos.logback.core.status.OnErrorConsoleStatusListener";
    private static final String SILENT_LISTENER = "ch.qos.logback.core.status.NopStatusListener";

    private final ConfigurationModel model;
    private final Surroundings surroundings;
    private final Translation translation;
    private final Appenders appenders;
    private final Loggers loggers;
    private final Patterns patterns;
    private TurboFilters turboFilters;
    private boolean contextNamed;
    private boolean showStatus;

    private Translator(ConfigurationModel model, ClassLoader loader, Surroundings surroundings, Report report) {
        this.model = model;
        this.surroundings = surroundings;
        this.translation = new Translation(model.source(), DefaultPlan.CONTEXT_NAME, loader, surroundings, report);
        this.appenders = new Appenders(translation);
        this.loggers = new Loggers(translation, appenders);
        this.patterns = new Patterns(translation);
    }

    /**
     * The plan of a model.
     *
     * @param testSource whether it was read from a test configuration
     * @param loader what finds resources with properties; null for the system's
     */
    public static Plan translate(
            ConfigurationModel model,
            boolean testSource,
            ClassLoader loader,
            Surroundings surroundings,
            Report report) {
        return new Translator(model, loader, surroundings, report).plan(testSource);
    }

    private Plan plan(boolean testSource) {
        settings();
        for (Item item : model.items()) {
            definition(item);
        }
        appenders.declare(model.items());
        appendersAndLoggers();
        loggers.reportSilence(model.line());
        return new Plan(
                model.source(),
                translation.variables().contextName(),
                loggers.root(),
                loggers.named(),
                loggers.sinks(),
                translation.variables().exported(),
                loggers.wish(),
                testSource,
                showStatus,
                patterns.settings(),
                turboFilters == null ? List.of() : turboFilters.plans());
    }

    private void settings() {
        String debug = surroundings.systemProperty(DEBUG_PROPERTY);
        showStatus = isSet(debug == null ? translation.substitute(model.debug(), model.line()) : debug);
        if (isSet(translation.substitute(model.scan(), model.line()))) {
            translation.report(
                    StatusCode.MR411,
                    model.line(),
                    "scan is not supported yet: changes of the file take effect with the next start");
        }
        patterns.packagingData(translation.substitute(model.packagingData(), model.line()));
    }

    private static boolean isSet(String value) {
        return value != null
                && !value.trim().isEmpty()
                && !value.trim().equalsIgnoreCase("false")
                && !value.equalsIgnoreCase("null");
    }

    private void definition(Item item) {
        // What every file has comes first: asking for a type loads its class.
        if (item instanceof AppenderItem || item instanceof LoggerItem) {
            return;
        }
        if (item instanceof PropertyItem property) {
            translation.define(property);
        } else if (item instanceof ImportItem imported) {
            translation.addImport(imported);
        } else if (item instanceof ContextNameItem name) {
            contextName(name);
        } else if (item instanceof TimestampItem timestamp) {
            timestamp(timestamp);
        } else if (item instanceof StatusListenerItem listener) {
            statusListener(listener);
        } else if (item instanceof ConversionRuleItem rule) {
            patterns.conversionRule(rule);
        } else if (item instanceof EvaluatorItem evaluator) {
            patterns.evaluator(evaluator);
        } else if (item instanceof TurboFilterItem filter) {
            turboFilter(filter);
        } else if (item instanceof SequenceNumbersItem numbers) {
            patterns.sequenceNumbers(numbers);
        } else {
            translation.report(
                    StatusCode.MR410, item.line(), "this means nothing directly inside <configuration>; it is ignored");
        }
    }

    private void turboFilter(TurboFilterItem item) {
        if (turboFilters == null) {
            turboFilters = new TurboFilters(translation);
        }
        turboFilters.add(item);
    }

    private void contextName(ContextNameItem item) {
        String name = translation.substitute(item.text(), item.line());
        String before = translation.variables().contextName();
        if (name == null || name.equals(before)) {
            return;
        }
        if (contextNamed) {
            translation.report(
                    StatusCode.MR414, item.line(), "the context has a name, " + before + "; it is not renamed " + name);
            return;
        }
        contextNamed = true;
        translation.variables().contextName(name);
    }

    private void timestamp(TimestampItem item) {
        String pattern = translation.substitute(item.datePattern(), item.line());
        String value;
        try {
            // The birth of the context is now: reading the configuration is the first thing it does.
            value = DateTimeFormatter.ofPattern(pattern)
                    .withZone(ZoneId.systemDefault())
                    .withLocale(Locale.getDefault())
                    .format(Instant.ofEpochMilli(surroundings.nowMillis()));
        } catch (RuntimeException e) {
            translation.report(
                    StatusCode.MR414,
                    item.line(),
                    "\"" + pattern + "\" is no date pattern (" + e.getMessage() + "); the variable " + item.key()
                            + " stays undefined",
                    e);
            return;
        }
        translation.variables().define(Scope.of(item.scope()), item.key(), value);
    }

    private void statusListener(StatusListenerItem item) {
        String className = translation.className(item.className(), item.line());
        if (CONSOLE_LISTENER.equals(className)) {
            showStatus = true;
            return;
        }
        if (ERROR_LISTENER.equals(className) || SILENT_LISTENER.equals(className)) {
            translation.report(
                    StatusCode.MR412,
                    item.line(),
                    "status listener " + className + " needs nothing: only warnings and errors are shown"
                            + " (see millrace.status)");
            return;
        }
        translation.report(
                StatusCode.MR411,
                item.line(),
                "status listener " + className + " is not supported: warnings and errors go to standard error"
                        + " (see millrace.status)");
    }

    private void appendersAndLoggers() {
        List<Item> items = model.items();
        boolean[] handled = new boolean[items.size()];
        while (pass(items, handled)) {
            // Each pass does what the one before made possible.
        }
        for (int i = 0; i < items.size(); i++) {
            if (!handled[i] && items.get(i) instanceof AppenderItem appender) {
                handled[i] = true;
                appenders.giveUp(appender);
            }
        }
        pass(items, handled);
    }

    /** Translates what is ready; true when there was something. */
    private boolean pass(List<Item> items, boolean[] handled) {
        boolean progress = false;
        for (int i = 0; i < items.size(); i++) {
            if (handled[i]) {
                continue;
            }
            Item item = items.get(i);
            if (item instanceof AppenderItem appender) {
                if (appenders.areDone(appenders.references(appender.children()))) {
                    appenders.translate(appender, i);
                    handled[i] = true;
                    progress = true;
                }
            } else if (item instanceof LoggerItem logger) {
                if (appenders.areDone(appenders.references(logger.children()))) {
                    loggers.translate(logger, i);
                    handled[i] = true;
                    progress = true;
                }
            } else {
                handled[i] = true;
            }
        }
        return progress;
    }
}
